import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import type { SheetAnswer } from '../providerTypes.ts';
import { IssuerFrame } from './IssuerFrame.tsx';

export interface SandboxSheetProps {
  /** The address of the page inside the sheet. */
  url: string;
  /** The origin of the sandbox issuer. */
  origin: string;
  /** The name of the wallet, such as "Apple Pay". */
  name: string;
  onAnswer: (answer: SheetAnswer) => void;
}

/** `round` counts the retries of the rider. `silent`: the page of the sheet did not load. */
interface Sheet {
  status: 'open' | 'silent';
  round: number;
}

/** A simulated sheet of Apple Pay, Google Pay or PayPal. The sandbox issuer shows it in a frame with another origin. */
export function SandboxSheet({ url, origin, name, onAnswer }: SandboxSheetProps) {
  const { t } = useTranslation(['payment', 'common']);
  const [sheet, turn] = useState<Sheet>({ status: 'open', round: 0 });
  const cancel = () => onAnswer({ type: 'cancelled' });

  return (
    <Dialog
      open
      onClose={cancel}
      title={name}
      actions={
        <Button variant="quiet" onClick={cancel}>
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
          origin={origin}
          title={t(($) => $.sheet.frame, { kind: name })}
          onSilent={() => turn({ status: 'silent', round: sheet.round })}
          onMessage={(message) => {
            if (message.type === 'token') onAnswer({ type: 'token', token: message.token });
            else if (message.type === 'cancelled' || message.type === 'failed') onAnswer(message);
          }}
        />
      )}
    </Dialog>
  );
}
