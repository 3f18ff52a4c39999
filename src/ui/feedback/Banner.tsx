import type { ReactNode } from 'react';
import styles from './Banner.module.css';

export interface BannerProps {
  tone: 'info' | 'due' | 'danger';
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that stays on the page as long as it applies. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={`${styles['banner']} ${styles[tone]}`}>
      <div className={styles['words']}>{children}</div>
      {action ? <div className={styles['action']}>{action}</div> : null}
    </div>
  );
}
