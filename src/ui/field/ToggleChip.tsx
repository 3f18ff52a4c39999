import styles from './FilterChips.module.css';

export interface ToggleChipProps {
  label: string;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. It looks like one of the `FilterChips`. */
export function ToggleChip({ label, name, checked, onChange }: ToggleChipProps) {
  return (
    <label className={styles['chip']}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
