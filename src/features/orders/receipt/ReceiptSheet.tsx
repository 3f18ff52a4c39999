import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { useReceiptRows } from './receiptRows.tsx';
import type { ReceiptRow } from './receiptRows.tsx';
import styles from './ReceiptSheet.module.css';

export interface ReceiptSheetProps {
  order: Order;
  brand: string;
  ref: Ref<HTMLDivElement>;
}

/**
 * The receipt for the image. It always has a white background and its own layout. It is outside of the window and
 * hidden from screen readers, because they read the receipt of the page.
 */
export function ReceiptSheet({ order, brand, ref }: ReceiptSheetProps) {
  const { t } = useTranslation('orders');
  const { rental, bill, paid } = useReceiptRows(order);
  return (
    <div className={styles['outside']} aria-hidden="true" inert>
      <div ref={ref} className={styles['sheet']}>
        {brand === '' ? null : <p className={styles['brand']}>{brand}</p>}
        <p className={styles['title']}>{t(($) => $.receipt.heading)}</p>
        <p className={styles['number']}>{order.number}</p>
        <Rows rows={rental} />
        <Rows rows={bill} />
        <Rows rows={paid} />
      </div>
    </div>
  );
}

function Rows({ rows }: { rows: ReceiptRow[] }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles['rows']}>
      {rows.map((row) => (
        <div key={row.label} className={`${styles['row']} ${row.strong ? styles['strong'] : ''}`}>
          <span className={styles['label']}>{row.label}</span>
          <span className={styles['value']}>{row.value}</span>
        </div>
      ))}
    </div>
  );
}
