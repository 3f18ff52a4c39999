import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import type { Money } from '../../../contract/money.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ResultScreen } from '../../ui/ResultScreen.tsx';
import { orderPhase } from './orderPhase.ts';
import { StillChecking } from './StillChecking.tsx';
import { useOrderTexts } from './useOrderTexts.ts';

export interface PaidOrderProps {
  order: Order;
  onDone: () => void;
  leaving: boolean;
}

/** What the last successful charge took; the whole of the order where that cannot be told. */
function lastPaid({ payments, paid }: Order): Money {
  const taken = payments.filter(({ captured }) => captured.amount > 0);
  taken.sort((a, b) => a.at.localeCompare(b.at));
  return taken.at(-1)?.captured ?? paid;
}

/** The word that what was owed is paid. */
export function PaidOrder({ order, onDone, leaving }: PaidOrderProps) {
  const { t } = useTranslation(['orders', 'common']);
  const texts = useOrderTexts();
  const method = texts.method(order.paymentMethod);
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
      heading={t(($) => $.paid.heading, { amount: formatMoney(lastPaid(order)) })}
      actions={
        <>
          <Button variant="action" busy={leaving} onClick={onDone}>
            {t(($) => $.common.done)}
          </Button>
          {receipt}
        </>
      }
    >
      {method === null ? null : <p>{t(($) => $.paid.with, { method })}</p>}
      <p>{t(($) => $.paid.order, { number: order.number })}</p>
    </ResultScreen>
  );
}
