import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../../contract/orders.ts';
import { formatDateTime } from '../../../lib/format/time.ts';
import { DatedText } from '../../../ui/display/DatedText.tsx';
import styles from './ReturnProof.module.css';

/** Shows where and when the charger was returned. Shows nothing before the return. */
export function ReturnProof({ order }: { order: Order }) {
  const { t } = useTranslation('orders');
  const { returnedAt, returnStation, returnSlot } = order;
  if (returnedAt === null || returnStation === null) return null;
  const date = formatDateTime(returnedAt);
  return (
    <section className={styles['proof']} aria-labelledby="proof">
      <CircleCheck aria-hidden size={24} />
      <div className={styles['words']}>
        <h2 id="proof">{t(($) => $.receipt.proof)}</h2>
        <p>
          <DatedText text={t(($) => $.receipt.proofText, { date })} dates={[date]} />
        </p>
        <p className={styles['place']}>
          {returnStation.name}
          {returnStation.address === '' ? null : `, ${returnStation.address}`}
          {/* An older server does not send the slot. */}
          {typeof returnSlot === 'number'
            ? ` · ${t(($) => $.receipt.proofSlot, { slot: returnSlot })}`
            : null}
        </p>
      </div>
    </section>
  );
}
