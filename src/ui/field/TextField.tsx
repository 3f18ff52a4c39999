import { useId } from 'react';
import type { HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedText } from '../../lib/page/ongoingWork.ts';
import styles from './Field.module.css';

export interface TextFieldProps {
  label: string;
  /** Also used as its id, so that browsers recognize the field for autofill. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined;
  error?: string | null | undefined;
  /** The id of an error that is shown elsewhere, for example below a group of fields. */
  errorId?: string | undefined;
  /**
   * Announces the error as an alert. Needed if the field already has focus, because then nothing else
   * announces it.
   */
  speaksError?: boolean | undefined;
  hint?: ReactNode;
  type?: 'text' | 'tel' | 'email' | 'search' | 'password' | 'date' | 'time' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: 'off' | 'characters' | 'words' | 'sentences' | undefined;
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send' | undefined;
  maxLength?: number | undefined;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  spellCheck?: boolean | undefined;
  /** Shown in the box before the text, such as a country button. */
  prefix?: ReactNode;
  /** Shown in the box after the text, such as a paste button. */
  suffix?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField({
  label,
  name,
  value,
  onChange,
  onBlur,
  error,
  errorId,
  speaksError = false,
  hint,
  type = 'text',
  optional = false,
  prefix,
  suffix,
  spellCheck = false,
  ref,
  ...input
}: TextFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  useUnsavedText(value);
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null, errorId]
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
        {prefix}
        <input
          {...input}
          ref={ref}
          id={name}
          name={name}
          type={type}
          className={styles['input']}
          value={value}
          spellCheck={spellCheck}
          aria-invalid={error || errorId ? true : undefined}
          aria-describedby={describedBy || undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        {suffix}
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
