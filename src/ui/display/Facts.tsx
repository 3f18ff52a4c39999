import type { ReactNode } from 'react';
import styles from './Facts.module.css';

export interface FactsProps {
  rows: readonly { label: ReactNode; value: ReactNode; strong?: boolean | undefined }[];
}

/** Pairs of a label and a value, such as a bill, a receipt or a tariff. */
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
