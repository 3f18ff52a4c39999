import { useId, type ReactNode } from 'react';
import field from '../../ui/field/Field.module.css';
import styles from './host.module.css';

export interface ConsentBoxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error: string | null;
  /** The text of the consent. */
  children: ReactNode;
}

export function ConsentBox({ checked, onChange, error, children }: ConsentBoxProps) {
  const id = useId();
  return (
    <div className={field['field']}>
      <label className={styles['consent']}>
        <input
          type="checkbox"
          name="consent"
          checked={checked}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error === null ? null : (
        <span id={id} className={field['error']}>
          {error}
        </span>
      )}
    </div>
  );
}
