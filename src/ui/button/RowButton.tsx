import type { ReactNode } from 'react';
import styles from '../link/RowLink.module.css';

export interface RowButtonProps {
  icon?: ReactNode;
  label: ReactNode;
  detail?: ReactNode;
  onPress: () => void;
}

/** A row that looks like a `RowLink`, but performs an action. */
export function RowButton({ icon, label, detail, onPress }: RowButtonProps) {
  return (
    <button type="button" className={styles['row']} onClick={onPress}>
      {icon ? (
        <span className={styles['icon']} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles['words']}>
        <span className={styles['label']}>{label}</span>
        {detail ? <span className={styles['detail']}>{detail}</span> : null}
      </span>
    </button>
  );
}
