import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref } from 'react';
import styles from './Field.module.css';

export interface SelectFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  error?: string | null | undefined;
  /** The id of an error that is shown elsewhere, for example below a group of fields. */
  errorId?: string | undefined;
  hint?: ReactNode;
  ref?: Ref<HTMLSelectElement> | undefined;
}

export function SelectField({
  label,
  name,
  value,
  onChange,
  options,
  autoComplete,
  error,
  errorId,
  hint,
  ref,
}: SelectFieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null, errorId]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={name} className={styles['label']}>
        {label}
      </label>
      {hint ? (
        <span id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </span>
      ) : null}
      <div className={styles['box']}>
        <select
          ref={ref}
          id={name}
          name={name}
          className={`${styles['input']} ${styles['select']}`}
          value={value}
          autoComplete={autoComplete}
          aria-invalid={error || errorId ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      {error ? (
        <span id={`${id}-error`} className={styles['error']}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
