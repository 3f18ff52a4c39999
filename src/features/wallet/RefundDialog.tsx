import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../contract/money.ts';
import { apiErrorCode, isApiError } from '../../api/apiError.ts';
import { withProof } from '../../api/proof.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { formatDateTime } from '../../lib/format/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useToast } from '../../ui/feedback/messages.ts';
import styles from './wallet.module.css';
import { useRefundWalletMutation } from './walletApi.ts';

export interface RefundDialogProps {
  open: boolean;
  onClose: () => void;
  /** The amount to refund to the cards. */
  amount: Money;
  /** Whether the wallet contains a bonus. If it does, the dialog explains what happens to the bonus. */
  hasBonus: boolean;
}

interface Failure {
  code: ReturnType<typeof apiErrorCode>;
  laterAt: number | null;
}

/**
 * Returns the time from which the app may repeat the refused request, in milliseconds since the epoch; null if the
 * server sent no such time.
 */
function retryTime(error: unknown): number | null {
  const seconds = isApiError(error) ? error.retryAfter : undefined;
  return seconds === undefined ? null : Date.now() + seconds * 1000;
}

/** Asks for confirmation before the top-up part of the balance is refunded to the cards. */
export function RefundDialog({ open, onClose, amount, hasBonus }: RefundDialogProps) {
  const { t } = useTranslation(['wallet', 'errors']);
  const toast = useToast();
  const { data: config } = useGetConfigQuery();
  const [refund, { isLoading }] = useRefundWalletMutation();
  /** Why the last try failed, and when a refund becomes possible. Null during a try, which includes the proof. */
  const [failure, setFailure] = useState<Failure | null>(null);
  const text = formatMoney(amount);

  const reason = ({ code, laterAt }: Failure) => {
    if (code === 'priceChanged') return t(($) => $.refund.changed);
    return code === 'refundLater' && laterAt !== null
      ? t(($) => $.refund.later, { time: formatDateTime(laterAt) })
      : t(($) => $.errors[code]);
  };

  const close = () => {
    setFailure(null);
    onClose();
  };
  const give = async () => {
    setFailure(null);
    const { error } = await withProof({ kind: 'refund' }, () => refund({ amount }));
    if (error !== undefined) {
      setFailure({ code: apiErrorCode(error), laterAt: retryTime(error) });
      return;
    }
    toast(t(($) => $.refund.done, { amount: text }));
    onClose();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      role="alertdialog"
      title={t(($) => $.refund.title, { amount: text })}
      actions={
        <>
          <Button variant="action" busy={isLoading} onClick={() => void give()}>
            {isLoading ? t(($) => $.refund.busy) : t(($) => $.refund.confirm, { amount: text })}
          </Button>
          <Button variant="quiet" onClick={close}>
            {t(($) => $.refund.keep)}
          </Button>
        </>
      }
    >
      {config ? (
        <p>
          {t(($) => $.refund.text, {
            minimum: config.refunds.minimumDays,
            maximum: config.refunds.maximumDays,
          })}
        </p>
      ) : null}
      {hasBonus ? <p>{t(($) => $.refund.bonus)}</p> : null}
      {failure === null ? null : (
        <p role="alert" className={styles['error']}>
          {reason(failure)}
        </p>
      )}
    </Dialog>
  );
}
