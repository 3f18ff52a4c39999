import type { HTMLInputAutoCompleteAttribute, KeyboardEventHandler, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedText } from '../../lib/page/ongoingWork.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldFrameProps } from './FieldFrame.tsx';
import styles from './Field.module.css';

export interface TextFieldProps extends Omit<FieldFrameProps, 'children'> {
  /** The name of the field, which is also its id. Browsers use the name to recognise the field for autofill. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement> | undefined;
  type?: 'text' | 'tel' | 'email' | 'search' | 'password' | 'date' | 'time' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoCapitalize?: 'off' | 'characters' | 'words' | 'sentences' | undefined;
  enterKeyHint?: 'done' | 'go' | 'next' | 'search' | 'send' | undefined;
  maxLength?: number | undefined;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  spellCheck?: boolean | undefined;
  /** Content of the box before the text, such as a country button. */
  prefix?: ReactNode;
  /** Content of the box after the text, such as a paste button. */
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
  speaksError,
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
  useUnsavedText(value);
  return (
    <FieldFrame
      label={optional ? t(($) => $.optional, { label }) : label}
      name={name}
      hint={hint}
      error={error}
      errorId={errorId}
      speaksError={speaksError}
    >
      {(control) => (
        <>
          {prefix}
          <input
            {...input}
            {...control}
            ref={ref}
            id={name}
            name={name}
            type={type}
            className={styles['input']}
            value={value}
            spellCheck={spellCheck}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {suffix}
        </>
      )}
    </FieldFrame>
  );
}
