import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardForm } from '../../../../contract/payment.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import type { SheetAnswer, SheetButtonProps } from '../providerTypes.ts';
import { useMethodTexts } from '../useMethodTexts.ts';
import { IssuerFrame } from './IssuerFrame.tsx';

type SandboxForm = Extract<CardForm, { provider: 'sandbox' }>;

export interface SandboxSheetButtonProps extends SheetButtonProps<SandboxForm> {
  /** Whether the rider has pressed the button before this code had loaded. */
  opensAtOnce: boolean;
}

/** `round` counts the retries of the rider. `silent`: the page of the sheet did not load. */
type Sheet = { status: 'closed' } | { status: 'open' | 'silent'; round: number };

/**
 * A button for a simulated sheet of Apple Pay, Google Pay or PayPal. The sandbox issuer shows the
 * sheet in a frame with another origin.
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
  opensAtOnce,
}: SandboxSheetButtonProps) {
  const { t } = useTranslation(['payment', 'common']);
  const texts = useMethodTexts();
  const [sheet, turn] = useState<Sheet>(
    opensAtOnce ? { status: 'open', round: 0 } : { status: 'closed' },
  );
  const url = form.sheets.find((offered) => offered.kind === kind)?.url;
  const name = texts.kind(kind);

  const end = (answer: SheetAnswer) => {
    turn({ status: 'closed' });
    onAnswer(answer);
  };

  return (
    <>
      <Button
        variant={variant}
        busy={busy}
        disabled={disabled || url === undefined}
        describedBy={describedBy}
        onClick={() => turn({ status: 'open', round: 0 })}
      >
        {children}
      </Button>
      {sheet.status === 'closed' || url === undefined ? null : (
        <Dialog
          open
          onClose={() => end({ type: 'cancelled' })}
          title={name}
          actions={
            <Button variant="quiet" onClick={() => end({ type: 'cancelled' })}>
              {t(($) => $.common.close)}
            </Button>
          }
        >
          {sheet.status === 'silent' ? (
            <ErrorState
              message={t(($) => $.sheet.notThere, { kind: name })}
              onRetry={() => turn({ status: 'open', round: sheet.round + 1 })}
            />
          ) : (
            <IssuerFrame
              key={sheet.round}
              url={url}
              origin={form.origin}
              title={t(($) => $.sheet.frame, { kind: name })}
              onSilent={() => turn({ status: 'silent', round: sheet.round })}
              onMessage={(message) => {
                if (message.type === 'token') end({ type: 'token', token: message.token });
                else if (message.type === 'cancelled' || message.type === 'failed') end(message);
              }}
            />
          )}
        </Dialog>
      )}
    </>
  );
}
