import styles from './RangeField.module.css';

export interface RangeFieldProps {
  label: string;
  /** The name of the field, which is also its id. */
  name: string;
  value: number;
  minimum: number;
  maximum: number;
  step: number;
  /** The value as text, for the label and for screen readers. */
  text: string;
  onChange: (value: number) => void;
}

/** A slider for a number that need not be exact. */
export function RangeField({
  label,
  name,
  value,
  minimum,
  maximum,
  step,
  text,
  onChange,
}: RangeFieldProps) {
  return (
    <div className={styles['field']}>
      <div className={styles['line']}>
        <label htmlFor={name}>{label}</label>
        <strong aria-hidden="true">{text}</strong>
      </div>
      <input
        id={name}
        name={name}
        type="range"
        className={styles['range']}
        min={minimum}
        max={maximum}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}
