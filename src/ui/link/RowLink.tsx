import type { ReactNode } from 'react';
import { ForwardIcon } from '../icons.tsx';
import { Link } from './Link.tsx';
import styles from './RowLink.module.css';

export interface RowLinkProps {
  to: string;
  icon?: ReactNode;
  label: ReactNode;
  detail?: ReactNode;
  /** An amount or a tag to show before the arrow. */
  end?: ReactNode;
  replace?: boolean | undefined;
  /** The history state for the next page. */
  state?: unknown;
}

/** A row that is a link to another page. */
export function RowLink({ to, icon, label, detail, end, replace = false, state }: RowLinkProps) {
  return (
    <Link to={to} replace={replace} state={state} className={styles['row']}>
      {icon ? (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles['words']}>
        <span className={styles['label']}>{label}</span>
        {detail ? <span className={styles['detail']}>{detail}</span> : null}
      </span>
      {end ? <span className={styles['end']}>{end}</span> : null}
      <ForwardIcon className={styles['chevron']} />
    </Link>
  );
}
