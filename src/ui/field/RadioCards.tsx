import { useId, type ReactNode } from 'react';
import field from './Field.module.css';
import styles from './RadioCards.module.css';

export interface RadioCardOption {
  value: string;
  label: ReactNode;
  detail?: ReactNode;
  icon?: ReactNode;
  /** The language of the label, if this language differs from the language of the page. */
  lang?: string | undefined;
  disabled?: boolean | undefined;
  /** The reason why the option is disabled. It replaces the detail. */
  reason?: ReactNode;
}

export interface RadioCardsProps {
  legend: string;
  legendHidden?: boolean | undefined;
  /** The name of the group. Groups with the same name on one page do not affect each other. */
  name: string;
  value: string | null;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  options: readonly RadioCardOption[];
}

/** Options on cards, of which the user can select one. */
export function RadioCards({
  legend,
  legendHidden = false,
  name,
  value,
  onChange,
  error,
  options,
}: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset
      className={styles['group']}
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className={legendHidden ? 'visually-hidden' : styles['legend']}>{legend}</legend>
      {/* This element is needed, because WebKit counts the legend twice in the height of a fieldset
          that is a flex column. */}
      <div className={`${field['field']} ${styles['cards']}`}>
        {/* The error is above the options, so that both the error and the first option fit into a low window. */}
        {error ? (
          <span id={`${id}-error`} role="alert" className={field['error']}>
            {error}
          </span>
        ) : null}
        {options.map((option) => {
          const note = option.disabled ? (option.reason ?? option.detail) : option.detail;
          const noteId = `${id}-${option.value}`;
          return (
            <label key={option.value} className={styles['card']}>
              <input
                type="radio"
                name={`${name}-${id}`}
                value={option.value}
                checked={value === option.value}
                disabled={option.disabled}
                aria-labelledby={`${noteId}-label`}
                aria-describedby={note ? noteId : undefined}
                onChange={() => onChange(option.value)}
              />
              <span className={styles['dot']} aria-hidden="true" />
              <span className={styles['words']}>
                <span id={`${noteId}-label`} className={styles['label']} lang={option.lang}>
                  {option.label}
                </span>
                {note ? (
                  <span id={noteId} className={styles['detail']}>
                    {note}
                  </span>
                ) : null}
              </span>
              {option.icon}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
