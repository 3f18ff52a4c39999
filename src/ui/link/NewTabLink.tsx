import type { ReactNode } from 'react';
import styles from '../button/Button.module.css';

export interface NewTabLinkProps {
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** A link that looks like a button and opens a file of the app in a new tab. */
export function NewTabLink({ href, icon, children }: NewTabLinkProps) {
  return (
    <a
      className={`${styles['button']} ${styles['action']}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}
