import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import type { Money } from '../../../../contract/money.ts';
import type { OrderPayment } from '../../../../contract/payment.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { ResultScreen } from '../../../ui/feedback/ResultScreen.tsx';
import { orderPhase } from '../orderPhase.ts';
import { StillChecking } from '../hold/StillChecking.tsx';
import { useOrderTexts } from '../useOrderTexts.ts';

export interface PaidOrderProps {
  order: Order;
  onDone: () => void;
  leaving: boolean;
}

/**
 * Returns the captured payments that paid for the usage or for a lost charger. If there are none, returns the last
 * captured payment.
 */
function settledBy({ payments }: Order): OrderPayment[] {
  const taken = payments.filter(({ captured }) => captured.amount > 0);
  const after = taken.filter(({ purpose }) => purpose === 'usage' || purpose === 'overdue');
  taken.sort((a, b) => a.at.localeCompare(b.at));
  return after.length > 0 ? after : taken.slice(-1);
}

function sum(parts: readonly OrderPayment[], otherwise: Money): Money {
  if (parts.length === 0) return otherwise;
  const amount = parts.reduce((total, { captured }) => total + captured.amount, 0);
  return { ...otherwise, amount };
}

/**
 * Confirms that an unpaid order is now paid. While the payment is in progress, explains that it is
 * being checked.
 */
export function PaidOrder({ order, onDone, leaving }: PaidOrderProps) {
  const { t } = useTranslation(['orders', 'common']);
  const texts = useOrderTexts();
  const parts = settledBy(order);
  const receipt = (
    <ButtonLink to={`/history/detail?orderId=${order.id}`} variant="quiet" replace>
      {t(($) => $.paid.viewReceipt)}
    </ButtonLink>
  );
  if (orderPhase(order) === 'paying') {
    return (
      <ResultScreen tone="progress" heading={t(($) => $.paid.checking)} actions={receipt}>
        <StillChecking />
      </ResultScreen>
    );
  }
  return (
    <ResultScreen
      tone="success"
      heading={t(($) => $.paid.heading, { amount: formatMoney(sum(parts, order.paid)) })}
      actions={
        <>
          <Button variant="action" busy={leaving} onClick={onDone}>
            {t(($) => $.common.done)}
          </Button>
          {receipt}
        </>
      }
    >
      {parts.map(({ id, method, captured }) => (
        <p key={id}>
          {parts.length === 1
            ? t(($) => $.paid.with, { method: texts.method(method) })
            : t(($) => $.paid.part, {
                method: texts.method(method),
                amount: formatMoney(captured),
              })}
        </p>
      ))}
      <p>{t(($) => $.paid.order, { number: order.number })}</p>
    </ResultScreen>
  );
}
