import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Money as Amount } from '../../../contract/money.ts';
import { goCashShare } from '../../../contract/rules/pricing/minimumCharge.ts';
import type { CardForm, PaymentMethod } from '../../../contract/payment.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { useSubmitAttempt } from '../../ui/field/useSubmitAttempt.ts';
import type { Loaded } from './loadState.ts';
import { MethodChoice } from './MethodChoice.tsx';
import { methodChosen, selectChosenMethod, selectWay, sheetChosen } from './paymentSlice.ts';
import { newSheets, wayOf } from './payOptions.ts';
import styles from './payment.module.css';
import { SheetEntry } from './SheetEntry.tsx';
import { useMethodTexts } from './useMethodTexts.ts';

export interface PayOrderDialogProps {
  open: boolean;
  onClose: () => void;
  /** The amount owed. */
  amount: Amount;
  /** The smallest amount that a method can pay, in minor units. */
  minimumCharge: number;
  /** The rider's methods. The default comes first. */
  methods: Loaded<readonly PaymentMethod[]>;
  /** Loads the methods again. */
  onRetry: () => void;
  /** How the app adds a payment method; undefined until the server has answered. */
  form: CardForm | undefined;
  /** The GoCash balance; null while it is unknown. */
  balance: Amount | null;
  /** Pays the amount. If the method is null, GoCash pays everything. */
  onPay: (methodId: string | null, goCash: boolean) => void;
  busy: boolean;
  /** The error of the last attempt, as text. */
  error: string | null;
  /** The address of the page that adds a card. It contains the path back. */
  addCardTo: string;
}

/** Shows the amount owed, the payment methods, and a button with the amount. */
export function PayOrderDialog({
  open,
  onClose,
  amount,
  minimumCharge,
  methods,
  onRetry,
  form,
  balance,
  onPay,
  busy,
  error,
  addCardTo,
}: PayOrderDialogProps) {
  const { t } = useTranslation(['payment', 'messages']);
  const texts = useMethodTexts();
  const dispatch = useDispatch();
  const picked = { way: useSelector(selectWay), chosenMethod: useSelector(selectChosenMethod) };
  const saved = methods.status === 'ready' ? methods.value : null;
  const sheets = saved ? newSheets(form, saved) : [];
  const way = wayOf(picked, saved ?? [], sheets, false);
  const [tried, press] = useSubmitAttempt();
  const [wantsGoCash, want] = useState(false);
  const hasChoice = sheets.length > 0 || (saved !== null && saved.length > 0);
  const missing =
    !tried || saved === null || way !== null
      ? null
      : hasChoice
        ? t(($) => $.messages.paymentMethodSelect)
        : t(($) => $.messages.paymentMethodsFirst);

  const has = balance !== null && balance.currency === amount.currency ? balance.amount : 0;
  const goCash = wantsGoCash && has > 0;
  const byGoCash = goCash ? goCashShare(amount.amount, has, minimumCharge) : 0;
  const rest = { amount: amount.amount - byGoCash, currency: amount.currency };
  const coversAll = goCash && rest.amount === 0;
  const words = {
    goCash: formatMoney({ amount: byGoCash, currency: amount.currency }),
    rest: formatMoney(rest),
  };

  const pay = () => {
    press();
    if (coversAll) onPay(null, true);
    else if (way?.by === 'method') onPay(way.method.id, goCash);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.payOrder.title)}
      actions={
        <>
          {way?.by === 'sheet' && form && !coversAll ? (
            <SheetEntry
              key={way.kind}
              form={form}
              kind={way.kind}
              variant="spark"
              makeDefault={saved?.length === 0}
              busy={busy}
              busyLabel={t(($) => $.payOrder.paying)}
              onAdded={({ id }) => onPay(id, goCash)}
            >
              {t(($) => $.payOrder.payWithKind, {
                amount: words.rest,
                kind: texts.kind(way.kind),
              })}
            </SheetEntry>
          ) : (
            <Button
              variant="spark"
              busy={busy}
              disabled={saved === null && !coversAll}
              onClick={pay}
            >
              {busy
                ? t(($) => $.payOrder.paying)
                : t(($) => $.payOrder.pay, { amount: formatMoney(amount) })}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.payOrder.cancel)}
          </Button>
        </>
      }
    >
      <div className={styles['order']}>
        {has > 0 ? (
          <Switch
            name="goCash"
            label={t(($) => $.payOrder.useGoCash, {
              amount: formatMoney({ amount: has, currency: amount.currency }),
            })}
            checked={goCash}
            onChange={want}
          />
        ) : null}
        {coversAll ? (
          <p>{t(($) => $.payOrder.goCashAll, { amount: words.goCash })}</p>
        ) : saved === null ? (
          methods.status === 'failed' ? (
            <ErrorState message={t(($) => $.unlock.methodsFailed)} onRetry={onRetry} />
          ) : (
            <Skeleton lines={3} />
          )
        ) : (
          <MethodChoice
            methods={saved}
            sheets={sheets}
            selected={way}
            onMethod={(id) => dispatch(methodChosen(id))}
            onSheet={(kind) => dispatch(sheetChosen(kind))}
            addCardTo={addCardTo}
            error={missing ?? error}
          />
        )}
        {coversAll && error !== null ? (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        ) : null}
        {goCash && !coversAll && way !== null ? (
          <p className={styles['split']}>
            {t(($) => $.payOrder.split, {
              goCash: words.goCash,
              method: way.by === 'sheet' ? texts.kind(way.kind) : texts.name(way.method),
              rest: words.rest,
            })}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
