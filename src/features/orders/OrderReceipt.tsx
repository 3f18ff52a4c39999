import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { Banner } from '../../ui/Banner.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { DownloadReceipt } from './DownloadReceipt.tsx';
import styles from './OrderReceipt.module.css';
import { orderPhase } from './orderPhase.ts';
import { useReceiptRows } from './receiptRows.tsx';
import { StatusTag } from './StatusTag.tsx';
import { StillChecking } from './StillChecking.tsx';
import { UnpaidReason } from './UnpaidReason.tsx';

export interface OrderReceiptProps {
  order: Order;
  /** Whether what is shown may be old. */
  stale: boolean;
  brand: string;
  supportPhone: string | null;
  payNow: ReactNode;
}

/** The whole of an order, for its rider and for whoever reimburses them. */
export function OrderReceipt({ order, stale, brand, supportPhone, payNow }: OrderReceiptProps) {
  const { t } = useTranslation('orders');
  const { rental, bill, holds } = useReceiptRows(order);
  const phase = orderPhase(order);

  return (
    <Screen
      heading={t(($) => $.receipt.heading)}
      lead={<StatusTag order={order} />}
      footer={payNow}
    >
      {stale ? <Banner tone="info">{t(($) => $.states.offline)}</Banner> : null}
      {phase === 'failed' ? <p>{t(($) => $.receipt.failed)}</p> : null}
      {phase === 'unpaid' ? <UnpaidReason order={order} /> : null}
      {phase === 'paying' ? <StillChecking /> : null}
      <Facts
        rows={[{ label: t(($) => $.receipt.orderId), value: <OrderId order={order} /> }, ...rental]}
      />
      {bill.length > 0 ? (
        <section className={styles['part']}>
          <h2>{t(($) => $.receipt.lines)}</h2>
          <Facts rows={bill} />
        </section>
      ) : null}
      {holds.length > 0 ? (
        <section className={styles['part']}>
          <h2>{t(($) => $.receipt.holds)}</h2>
          <Facts rows={holds} />
        </section>
      ) : null}
      {order.total === null ? null : <DownloadReceipt order={order} brand={brand} />}
      {phase === 'out' ? (
        <Disclosure summary={t(($) => $.receipt.ongoingQuestion)}>
          <div className={styles['help']}>
            <p>{t(($) => $.receipt.ongoingWrongWay)}</p>
            <p>{t(($) => $.receipt.ongoingOffline)}</p>
            {supportPhone === null || supportPhone === '' ? null : (
              <p>
                <a className={styles['phone']} href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>
                  {t(($) => $.receipt.ongoingCall, { phone: supportPhone })}
                </a>
              </p>
            )}
          </div>
        </Disclosure>
      ) : null}
    </Screen>
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
