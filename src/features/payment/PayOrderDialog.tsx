import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Money as Amount } from '../../../contract/money.ts';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MethodChoice } from './MethodChoice.tsx';
import { methodChosen, methodToPayWith, selectChosenMethod } from './paymentSlice.ts';

export interface PayOrderDialogProps {
  open: boolean;
  onClose: () => void;
  /** What is owed. */
  amount: Amount;
  /** The default one first. */
  methods: readonly PaymentMethod[];
  onPay: (methodId: string) => void;
  busy: boolean;
  /** Why the last try failed, in words. */
  error: string | null;
  /** The page where a card is added, with its way back. */
  addCardTo: string;
}

/** What is owed, with which card, and the amount again on the button that pays it. */
export function PayOrderDialog({
  open,
  onClose,
  amount,
  methods,
  onPay,
  busy,
  error,
  addCardTo,
}: PayOrderDialogProps) {
  const { t } = useTranslation(['payment', 'messages']);
  const dispatch = useDispatch();
  const selected = methodToPayWith(methods, useSelector(selectChosenMethod));
  const [tried, press] = useState(false);
  const missing = tried && selected === null ? t(($) => $.messages.paymentMethodsFirst) : null;

  const pay = () => {
    press(true);
    if (selected) onPay(selected.id);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.payOrder.title)}
      actions={
        <>
          <Button variant="spark" busy={busy} onClick={pay}>
            {busy
              ? t(($) => $.payOrder.paying)
              : t(($) => $.payOrder.pay, { amount: formatMoney(amount) })}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.payOrder.cancel)}
          </Button>
        </>
      }
    >
      <MethodChoice
        methods={methods}
        selectedId={selected?.id ?? null}
        onSelect={(id) => dispatch(methodChosen(id))}
        addCardTo={addCardTo}
        error={missing ?? error}
      />
    </Dialog>
  );
}
