import { useTranslation } from 'react-i18next';
import type { Money } from '../../../contract/money.ts';
import { apiErrorCode } from '../../api/apiError.ts';
import { useGetConfigQuery } from '../../api/configApi.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
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

/** Asks for confirmation before the top-up part of the balance is refunded to the cards. */
export function RefundDialog({ open, onClose, amount, hasBonus }: RefundDialogProps) {
  const { t } = useTranslation(['wallet', 'errors']);
  const toast = useToast();
  const { data: config } = useGetConfigQuery();
  const [refund, { isLoading, error, reset }] = useRefundWalletMutation();
  const text = formatMoney(amount);
  const code = error === undefined || isLoading ? null : apiErrorCode(error);

  const close = () => {
    reset();
    onClose();
  };
  const give = async () => {
    const { error: failure } = await refund({ amount });
    if (failure !== undefined) return;
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
          {code === 'priceChanged' ? t(($) => $.refund.changed) : t(($) => $.errors[code])}
        </p>
      )}
    </Dialog>
  );
}
