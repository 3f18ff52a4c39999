import type { ReactNode } from 'react';
import { SlotIcon } from '../display/SlotIcon.tsx';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** An icon of what is missing. */
  symbol: ReactNode;
  title?: string;
  /** What will be in the list. */
  text?: string | undefined;
  action?: ReactNode;
}

/** The content for an empty list: an empty slot, what the list is for, and one action. */
export function EmptyState({ symbol, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      <SlotIcon fill={0} size="medium" symbol={symbol} />
      {title === undefined ? null : <p className={styles['title']}>{title}</p>}
      {text === undefined ? null : <p>{text}</p>}
      {action}
    </div>
  );
}
