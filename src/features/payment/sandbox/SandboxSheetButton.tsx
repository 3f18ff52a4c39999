import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm } from '../../../../contract/payment.ts';
import { LazyPart } from '../../../lib/loading/lazyPart.ts';
import { useLazyPart } from '../../../lib/loading/useLazyPart.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import type { SheetButtonProps } from '../providerTypes.ts';
import { useMethodTexts } from '../useMethodTexts.ts';

type SandboxForm = Extract<CardForm, { provider: 'sandbox' }>;

const sheet = new LazyPart(async () => (await import('./SandboxSheet.tsx')).SandboxSheet);

/**
 * A button for a simulated sheet of Apple Pay, Google Pay or PayPal. The code of the sheet loads after the button. If
 * the rider presses the button earlier, the sheet opens when its code has loaded.
 */
export function SandboxSheetButton({
  form,
  kind,
  children,
  variant,
  busy,
  disabled,
  describedBy,
  onAnswer,
}: SheetButtonProps<SandboxForm>) {
  const { t } = useTranslation('payment');
  const texts = useMethodTexts();
  const [isOpen, open] = useState(false);
  const part = useLazyPart(sheet);
  const url = form.sheets.find((offered) => offered.kind === kind)?.url;
  const isComing = part.status === 'idle' || part.status === 'loading';

  return (
    <>
      <Button
        variant={variant}
        busy={busy || (isOpen && isComing)}
        disabled={disabled || url === undefined}
        describedBy={describedBy}
        onClick={() => open(true)}
      >
        {children}
      </Button>
      {isOpen && part.status === 'failed' ? (
        <ErrorState
          message={t(($) => $.sheet.notThere, { kind: texts.kind(kind) })}
          onRetry={() => void sheet.fetch()}
        />
      ) : null}
      {isOpen && part.status === 'ready' && url !== undefined ? (
        <part.Part
          url={url}
          origin={form.origin}
          name={texts.kind(kind)}
          onAnswer={(answer) => {
            open(false);
            onAnswer(answer);
          }}
        />
      ) : null}
    </>
  );
}
