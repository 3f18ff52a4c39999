import styles from './FilterChips.module.css';

export interface FilterChipsProps {
  legend: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}

/** A row of filters. Exactly one filter is selected. */
export function FilterChips({ legend, name, value, onChange, options }: FilterChipsProps) {
  return (
    <fieldset className={styles['chips']}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['chip']}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
