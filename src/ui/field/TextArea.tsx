import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedText } from '../../lib/page/ongoingWork.ts';
import styles from './Field.module.css';

export interface TextAreaProps {
  label: string;
  /** Also used as its id. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | null | undefined;
  maxLength?: number | undefined;
  optional?: boolean | undefined;
}

/** A field for several sentences that grows with the text. */
export function TextArea({
  label,
  name,
  value,
  onChange,
  hint,
  error,
  maxLength,
  optional = false,
}: TextAreaProps) {
  const { t } = useTranslation();
  const id = useId();
  useUnsavedText(value);
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={styles['field']}>
      <label htmlFor={name} className={styles['label']}>
        {optional ? t(($) => $.optional, { label }) : label}
      </label>
      {hint ? (
        <span id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </span>
      ) : null}
      <div className={styles['box']}>
        <textarea
          id={name}
          name={name}
          rows={4}
          className={`${styles['input']} ${styles['area']}`}
          value={value}
          maxLength={maxLength}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {error ? (
        <span id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </span>
      ) : null}
    </div>
  );
}
