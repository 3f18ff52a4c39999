import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldFrameProps {
  label: string;
  /** The id of the control. */
  name: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** The id of an error that is shown elsewhere, for example below a group of fields. */
  errorId?: string | undefined;
  /**
   * Announces the error as an alert. Needed if the field already has focus, because then nothing else
   * announces it.
   */
  speaksError?: boolean | undefined;
  /** The content of the box; the control gets these attributes. */
  children: (control: FieldControl) => ReactNode;
}

interface FieldControl {
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label, hint and error of a control. */
export function FieldFrame({
  label,
  name,
  hint,
  error,
  errorId,
  speaksError = false,
  children,
}: FieldFrameProps) {
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
        {children({
          'aria-invalid': error || errorId ? true : undefined,
          'aria-describedby': describedBy || undefined,
        })}
      </div>
      {error ? (
        <span
          id={`${id}-error`}
          role={speaksError ? 'alert' : undefined}
          className={styles['error']}
        >
          {error}
        </span>
      ) : null}
    </div>
  );
}
