import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../contract/money.ts';
import type { PaymentMethod, SheetKind } from '../../../../contract/payment.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { RowLink } from '../../../ui/link/RowLink.tsx';
import { GoCashDepositMethod } from './GoCashDepositMethod.tsx';
import type { Loaded } from '../loadState.ts';
import { MethodChoice } from '../MethodChoice.tsx';
import type { PayOption } from '../payOptions.ts';

export interface UnlockMethodPickerProps {
  methods: readonly PaymentMethod[];
  sheets: readonly SheetKind[];
  way: PayOption | null;
  /** The GoCash balance. */
  balance: Loaded<Money>;
  /** The unlock fee minus the coupon; null while it is unknown. */
  unlockHold: Money | null;
  /** The deposit in minor units of the same currency; null while it is unknown, or if no deposit is held. */
  deposit: number | null;
  onMethod: (id: string) => void;
  onDepositMethod: (id: string) => void;
  onSheet: (kind: SheetKind) => void;
  onGoCash: () => void;
  addCardTo: string;
  error: string | null;
}

/**
 * Whether the method contains a card. The server lets only riders with such a method pay with
 * GoCash. A wallet of the device contains a card. A PayPal account does not always contain a card.
 */
function isByCard({ kind }: PaymentMethod): boolean {
  return kind === 'card' || kind === 'applePay' || kind === 'googlePay';
}

/**
 * The choice of the payment method for a rental. If GoCash cannot be used, explains why. If the
 * balance is too low and the rider has a payment method, links to a top-up.
 */
export function UnlockMethodPicker({
  methods,
  sheets,
  way,
  balance,
  unlockHold,
  deposit,
  onMethod,
  onDepositMethod,
  onSheet,
  onGoCash,
  addCardTo,
  error,
}: UnlockMethodPickerProps) {
  const { t } = useTranslation(['payment', 'errors']);
  const total = balance.status === 'ready' ? balance.value : null;
  const tooLittle = total !== null && unlockHold !== null && total.amount < unlockHold.amount;
  const balanceWords =
    total === null ? '' : t(($) => $.goCash.balance, { amount: formatMoney(total) });
  const reason = () => {
    if (!methods.some(isByCard)) return t(($) => $.errors.cardRequired);
    if (balance.status === 'failed') return t(($) => $.goCash.balanceFailed);
    if (total === null || unlockHold === null) return t(($) => $.goCash.balanceComing);
    if (!tooLittle) return null;
    const problem = t(($) => $.errors.goCashInsufficient);
    return t(($) => $.goCash.tooLittle, { problem, balance: balanceWords });
  };

  return (
    <MethodChoice
      methods={methods}
      sheets={sheets}
      selected={way}
      onMethod={onMethod}
      onSheet={onSheet}
      goCash={{ balance: balanceWords, reason: reason(), onChoose: onGoCash }}
      addCardTo={addCardTo}
      error={error}
    >
      {way?.by === 'goCash' ? (
        <GoCashDepositMethod
          methods={methods}
          method={way.method}
          onMethod={onDepositMethod}
          deposit={
            deposit === null || unlockHold === null
              ? null
              : formatMoney({ amount: deposit, currency: unlockHold.currency })
          }
        />
      ) : null}
      {tooLittle && methods.length > 0 ? (
        <RowLink to="/payment/addGoCash" icon={<Wallet />} label={t(($) => $.goCash.add)} />
      ) : null}
      {tooLittle ? <HelpLink about="goCashTooLittle">{t(($) => $.goCash.help)}</HelpLink> : null}
    </MethodChoice>
  );
}
