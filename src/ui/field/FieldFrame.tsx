import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldFrameProps {
  label: string;
  /** The id of the control. */
  name: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** The id of an error that is outside this field, for example below a group of fields. */
  errorId?: string | undefined;
  /**
   * True to announce the error as an alert. Set this if the field may already have the focus when
   * the error appears, because then nothing else announces the error.
   */
  speaksError?: boolean | undefined;
  /** Renders the content of the box. The content must give these attributes to the control. */
  children: (control: FieldControl) => ReactNode;
}

interface FieldControl {
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The label, the hint and the error of a control. */
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
