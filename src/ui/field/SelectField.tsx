import type { HTMLInputAutoCompleteAttribute, Ref } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldFrameProps } from './FieldFrame.tsx';
import styles from './Field.module.css';

export interface SelectFieldProps extends Omit<FieldFrameProps, 'children' | 'speaksError'> {
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  ref?: Ref<HTMLSelectElement> | undefined;
}

export function SelectField({
  name,
  value,
  onChange,
  options,
  autoComplete,
  ref,
  ...frame
}: SelectFieldProps) {
  return (
    <FieldFrame {...frame} name={name}>
      {(control) => (
        <select
          {...control}
          ref={ref}
          id={name}
          name={name}
          className={`${styles['input']} ${styles['select']}`}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
