import type { ReactNode } from 'react';
import { SlotIcon } from '../display/SlotIcon.tsx';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  title: string;
  action?: ReactNode;
}

/** The content for an empty list: an empty slot, one line of text and one action. */
export function EmptyState({ title, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      <SlotIcon fill={0} size="medium" />
      <p className={styles['title']}>{title}</p>
      {action}
    </div>
  );
}
