import type { ReactNode, Ref } from 'react';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  summary: ReactNode;
  /** Whether it stands open at first. */
  open?: boolean | undefined;
  summaryRef?: Ref<HTMLElement> | undefined;
  children: ReactNode;
}

export function Disclosure({ summary, open = false, summaryRef, children }: DisclosureProps) {
  return (
    <details className={styles['disclosure']} open={open}>
      <summary ref={summaryRef}>{summary}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
