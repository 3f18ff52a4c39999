import type { ReactNode } from 'react';
import styles from './Tag.module.css';

export interface TagProps {
  tone: 'charge' | 'due' | 'info' | 'neutral';
  children: ReactNode;
}

/** A status in one word. The colour and the shape add no information to the word. */
export function Tag({ tone, children }: TagProps) {
  return <span className={`${styles['tag']} ${styles[tone]}`}>{children}</span>;
}
