import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
}

export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className={styles['disclosure']}>
      <summary>{summary}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
