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
  /** Whether the wallet contains a bonus. The dialog then says what happens to it. */
  hasBonus: boolean;
}

/** When the refused call may be repeated, in milliseconds since the epoch. */
function retryTime(error: unknown): number | null {
  const seconds = isApiError(error) ? error.retryAfter : undefined;
  return seconds === undefined ? null : Date.now() + seconds * 1000;
}

/** Asks for confirmation before the top-up part of the balance is refunded to the cards. */
export function RefundDialog({ open, onClose, amount, hasBonus }: RefundDialogProps) {
  const { t } = useTranslation(['wallet', 'errors']);
  const toast = useToast();
  const { data: config } = useGetConfigQuery();
  const [refund, { isLoading, error, reset }] = useRefundWalletMutation();
  /** When a refund becomes possible, after a change of the phone. */
  const [laterAt, setLaterAt] = useState<number | null>(null);
  const text = formatMoney(amount);
  const code = error === undefined || isLoading ? null : apiErrorCode(error);

  const reason = (why: NonNullable<typeof code>) => {
    if (why === 'priceChanged') return t(($) => $.refund.changed);
    return why === 'refundLater' && laterAt !== null
      ? t(($) => $.refund.later, { time: formatDateTime(laterAt) })
      : t(($) => $.errors[why]);
  };

  const close = () => {
    reset();
    onClose();
  };
  const give = async () => {
    const { error: failure } = await withProof(() => refund({ amount }));
    if (failure !== undefined) {
      setLaterAt(retryTime(failure));
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
      {code === null ? null : (
        <p role="alert" className={styles['error']}>
          {reason(code)}
        </p>
      )}
    </Dialog>
  );
}
