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
  /** True if the page shows the target of this link beside the list. */
  current?: boolean | undefined;
  /** The history state for the next page. */
  state?: unknown;
}

/** A row that is a link to another page. */
export function RowLink({
  to,
  icon,
  label,
  detail,
  end,
  replace = false,
  current,
  state,
}: RowLinkProps) {
  return (
    <Link
      to={to}
      replace={replace}
      state={state}
      aria-current={current || undefined}
      className={styles['row']}
    >
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
