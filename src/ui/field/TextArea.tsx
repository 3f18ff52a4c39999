import { useTranslation } from 'react-i18next';
import { useUnsavedText } from '../../lib/page/ongoingWork.ts';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './Field.module.css';

export interface TextAreaProps {
  label: string;
  /** The name of the field, which is also its id. */
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
  useUnsavedText(value);
  return (
    <FieldFrame
      label={optional ? t(($) => $.optional, { label }) : label}
      name={name}
      hint={hint}
      error={error}
      speaksError
    >
      {(control) => (
        <textarea
          {...control}
          id={name}
          name={name}
          rows={4}
          className={`${styles['input']} ${styles['area']}`}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
