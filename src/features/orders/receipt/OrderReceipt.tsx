import { BadgeCheck, FileText, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { receiptPage } from '../../../lib/navigation/documentPages.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { Disclosure } from '../../../ui/dialog/Disclosure.tsx';
import { Facts } from '../../../ui/display/Facts.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { HelpLink } from '../../../ui/link/HelpLink.tsx';
import { RowLink } from '../../../ui/link/RowLink.tsx';
import { Screen } from '../../../ui/screen/Screen.tsx';
import { SupportPhone } from '../../../ui/link/SupportPhone.tsx';
import { UpdatedAt } from '../../../ui/display/UpdatedAt.tsx';
import { canDispute } from './canDispute.ts';
import { DisputeState } from './DisputeState.tsx';
import { DownloadReceipt } from './DownloadReceipt.tsx';
import { HoldTracker } from '../hold/HoldTracker.tsx';
import styles from './OrderReceipt.module.css';
import { orderPhase } from '../orderPhase.ts';
import { useReceiptRows } from './receiptRows.tsx';
import { ReturnProof } from './ReturnProof.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { StillChecking } from '../hold/StillChecking.tsx';
import { UnpaidReason } from '../running/UnpaidReason.tsx';

export interface OrderReceiptProps {
  order: Order;
  /**
   * If the last request failed: when the server sent the order, in milliseconds since the epoch. In
   * all other cases, the value is null.
   */
  oldFrom: number | null;
  brand: string;
  supportPhone: string | null;
  payNow: ReactNode;
  /** An offer for a rider who has returned the charger and paid. */
  offer: ReactNode;
}

/** All details of an order, for the rider and for expense reports. */
export function OrderReceipt({
  order,
  oldFrom,
  brand,
  supportPhone,
  payNow,
  offer,
}: OrderReceiptProps) {
  const { t } = useTranslation(['orders', 'titles']);
  const { rental, bill, paid } = useReceiptRows(order, true);
  const phase = orderPhase(order);

  return (
    <Screen heading={t(($) => $.receipt.heading)} lead={<Outcome order={order} />} footer={payNow}>
      {oldFrom === null ? null : (
        <Banner tone="info">
          {t(($) => $.states.offline)} <UpdatedAt at={oldFrom} />
        </Banner>
      )}
      {phase === 'failed' ? <p>{t(($) => $.receipt.failed)}</p> : null}
      {phase === 'unpaid' ? <UnpaidReason order={order} /> : null}
      {phase === 'paying' ? <StillChecking /> : null}
      <Facts
        rows={[{ label: t(($) => $.receipt.orderId), value: <OrderId order={order} /> }, ...rental]}
      />
      <ReturnProof order={order} />
      {bill.length > 0 ? (
        <section className={styles['part']}>
          <h2>{t(($) => $.receipt.lines)}</h2>
          <Facts rows={bill} />
        </section>
      ) : null}
      {paid.length > 0 ? (
        <section className={styles['part']}>
          <h2>{t(($) => (order.due.amount > 0 ? $.receipt.payment : $.receipt.howPaid))}</h2>
          <Facts rows={paid} />
        </section>
      ) : null}
      {order.payments.length > 0 ? (
        <section className={styles['part']}>
          <h2>{t(($) => $.tracker.heading)}</h2>
          {order.payments.map((payment) => (
            <HoldTracker key={payment.id} payment={payment} level={3} />
          ))}
          <HelpLink about="holds" orderId={order.id} />
        </section>
      ) : null}
      <DisputeState order={order} supportPhone={supportPhone ?? ''} />
      {order.total === null ? null : (
        <>
          <DownloadReceipt order={order} brand={brand} />
          <RowLink
            to={receiptPage(order.id)}
            icon={<FileText />}
            label={t(($) => $.documents.receipt)}
          />
        </>
      )}
      {order.returnedAt !== null && typeof order.returnSlot === 'number' ? (
        <RowLink
          to={`/history/detail/proof?orderId=${order.id}`}
          icon={<BadgeCheck />}
          label={t(($) => $.titles.returnProof)}
        />
      ) : null}
      {phase === 'complete' && order.returnedAt !== null ? offer : null}
      {phase === 'out' ? (
        <Disclosure summary={t(($) => $.receipt.ongoingQuestion)}>
          <div className={styles['help']}>
            <p>{t(($) => $.receipt.ongoingWrongWay)}</p>
            <p>{t(($) => $.receipt.ongoingOffline)}</p>
            <HelpLink about="ongoingAfterReturn" orderId={order.id} />
          </div>
        </Disclosure>
      ) : null}
      <RowLink
        to={`/help/report?orderId=${order.id}`}
        icon={<MessagesSquare />}
        label={
          canDispute(order) || order.dispute !== null
            ? t(($) => $.receipt.reportElse)
            : t(($) => $.titles.orderProblem)
        }
      />
      <SupportPhone phone={supportPhone} />
    </Screen>
  );
}

/** The status of the order, and the total of a complete order. */
function Outcome({ order }: { order: Order }) {
  return (
    <div className={styles['outcome']}>
      <StatusTag order={order} />
      {orderPhase(order) === 'complete' && order.total !== null ? (
        <Money value={order.total} size="large" />
      ) : null}
    </div>
  );
}

function OrderId({ order: { number } }: { order: Order }) {
  const { t } = useTranslation('orders');
  return (
    <span className={styles['id']}>
      <bdi>{number}</bdi>
      <CopyButton label={t(($) => $.receipt.copyOrderId)} text={number} />
    </span>
  );
}
