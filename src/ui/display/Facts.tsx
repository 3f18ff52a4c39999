import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export interface FactsProps {
  rows: readonly { label: ReactNode; value: ReactNode; strong?: boolean | undefined }[];
}

/** Label and value pairs: a bill, a receipt, a tariff. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={styles['facts']}>
      {rows.map((row, index) => (
        <div key={index} className={`${styles['row']} ${row.strong ? styles['strong'] : ''}`}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
