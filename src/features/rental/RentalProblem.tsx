import { BatteryLow, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { cardBrandName } from '../../../contract/rules/people/cardBrand.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { ResultScreen } from '../../ui/feedback/ResultScreen.tsx';
import { SupportPhone } from '../../ui/link/SupportPhone.tsx';
import { moneyOutcome } from './moneyOutcome.ts';
import styles from './RentalProblem.module.css';

export type ProblemKind = 'outOfChargers' | 'technicalError' | 'paymentError';

export interface RentalProblemProps {
  kind: ProblemKind;
  /** The order; null if the server refused the rental before it created an order. */
  order: Order | null;
  /** The station of the order, or of the refused rental; null if it is unknown. */
  stationId: string | null;
  supportPhone: string | null;
  actions: ReactNode;
  /** Links, such as to other stations. */
  children?: ReactNode;
}

/** Explains a failed rental: the cause, what happened to the money, and what to do next. */
export function RentalProblem({
  kind,
  order,
  stationId,
  supportPhone,
  actions,
  children,
}: RentalProblemProps) {
  const { t } = useTranslation(['rental', 'messages']);
  const texts = {
    outOfChargers: {
      heading: t(($) => $.problem.outHeading),
      alert: t(($) => $.problem.noChargers),
      symbol: <BatteryLow />,
    },
    technicalError: {
      heading: t(($) => $.problem.technicalHeading),
      alert: isOfStation(order)
        ? t(($) => $.problem.cannotUnlock)
        : t(($) => $.problem.technicalDifficulties),
      symbol: undefined,
    },
    paymentError: {
      heading: t(($) => $.problem.paymentHeading),
      alert: t(($) => $.messages.paymentFailed),
      symbol: <CreditCard />,
    },
  }[kind];

  const outcome = order === null ? null : <OrderOutcome order={order} />;
  // If money was taken, show first that it comes back.
  const isMoneyFirst = order !== null && kind === 'technicalError' && wasCharged(order);

  return (
    <ResultScreen
      tone="problem"
      symbol={texts.symbol}
      heading={texts.heading}
      actions={actions}
      help={
        <>
          <HelpLink about={kind} orderId={order?.id} stationId={stationId} />
          <SupportPhone phone={supportPhone} />
        </>
      }
    >
      {isMoneyFirst ? outcome : null}
      {order === null ? null : <PaymentReason order={order} />}
      <p role="alert" className={styles['reason']}>
        {texts.alert}
      </p>
      {isMoneyFirst ? null : outcome}
      {children}
    </ResultScreen>
  );
}

/**
 * Whether this station caused the failure, so that another station may unlock a charger. If there
 * is no order, the server refused the rental because the station was offline.
 */
function isOfStation(order: Order | null): boolean {
  return order === null || order.failure === 'stationOffline' || order.failure === 'ejectFailed';
}

function wasCharged(order: Order): boolean {
  return ['givenBack', 'givingBack'].includes(moneyOutcome(order).kind);
}

function PaymentReason({ order }: { order: Order }) {
  const reason = usePaymentReason(order);
  return reason === null ? null : <p className={styles['reason']}>{reason}</p>;
}

function OrderOutcome({ order }: { order: Order }) {
  const { t } = useTranslation('rental');
  const { kind, amount: held } = moneyOutcome(order);
  const amount = formatMoney(held);
  const money = {
    nothingCharged: t(($) => $.problem.nothingCharged),
    holdReleased: t(($) => $.problem.holdReleased, { amount }),
    holdReleasing: t(($) => $.problem.holdReleasing, { amount }),
    givenBack: t(($) => $.problem.givenBack, { amount }),
    givingBack: t(($) => $.problem.givingBack, { amount }),
  }[kind];

  return (
    <div className={styles['outcome']}>
      <p>
        <strong>{order.state === 'review' ? t(($) => $.problem.supportChecks) : money}</strong>
      </p>
      <p className={styles['number']}>{t(($) => $.problem.order, { number: order.number })}</p>
    </div>
  );
}

/**
 * Returns the reason why the payment failed, with the last digits of the card if they are known.
 * Returns null if the rental failed for another reason.
 */
function usePaymentReason({ failure, paymentMethod }: Order): string | null {
  const { t } = useTranslation('rental');
  const card =
    paymentMethod === null
      ? t(($) => $.problem.yourCard)
      : t(($) => $.problem.card, {
          brand: cardBrandName(paymentMethod.brand),
          last4: paymentMethod.last4,
        });
  switch (failure) {
    case 'paymentDeclined':
      return t(($) => $.problem.reason.paymentDeclined, { card });
    case 'insufficientFunds':
      return t(($) => $.problem.reason.insufficientFunds, { card });
    case 'cardExpired':
      return t(($) => $.problem.reason.cardExpired, { card });
    case 'authenticationFailed':
      return t(($) => $.problem.reason.authenticationFailed, { card });
    default:
      return null;
  }
}
