import type { ReactNode } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string | undefined;
  disabled?: boolean | undefined;
}

export function Switch({ label, checked, onChange, name, disabled = false }: SwitchProps) {
  return (
    <label className={styles['row']}>
      <span className={styles['label']}>{label}</span>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its own state
        role="switch"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles['track']} aria-hidden="true" />
    </label>
  );
}
