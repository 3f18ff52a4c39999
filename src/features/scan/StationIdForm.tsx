import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import styles from './StationIdForm.module.css';

export interface StationIdFormProps {
  /** The initial text, for example an id that the server did not find. */
  initial: string;
  /** The error of the initial id, from the server or an earlier page. */
  refusal: string | null;
  /** True while the id is being checked. */
  busy: boolean;
  /** The field takes the focus each time this number increases. */
  focusCount: number;
  onChange: () => void;
  onSubmit: (stationId: string) => void;
}

/** A field for the id that is printed under the QR code. */
export function StationIdForm({
  initial,
  refusal,
  busy,
  focusCount,
  onChange,
  onSubmit,
}: StationIdFormProps) {
  const { t } = useTranslation(['scan', 'messages']);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(initial);
  const [mistake, setMistake] = useState<'required' | 'wrong' | null>(null);

  useEffect(() => {
    if (focusCount > 0) field.current?.focus();
  }, [focusCount]);

  const refuse = (found: 'required' | 'wrong') => {
    setMistake(found);
    field.current?.focus();
  };
  const submit = () => {
    if (typed.trim() === '') {
      refuse('required');
      return;
    }
    const id = parseStationId(typed);
    if (id === null) {
      refuse('wrong');
      return;
    }
    onSubmit(id);
  };
  const error =
    mistake === 'required'
      ? t(($) => $.messages.stationIdRequired)
      : mistake === 'wrong'
        ? t(($) => $.messages.stationIdWrong)
        : refusal;

  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <TextField
        ref={field}
        label={t(($) => $.manualHeading)}
        name="stationId"
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setMistake(null);
          onChange();
        }}
        error={error}
        hint={t(($) => $.manualHint)}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="go"
        maxLength={20}
      />
      <Button type="submit" variant="quiet" busy={busy}>
        {busy ? t(($) => $.checking) : t(($) => $.manualSubmit)}
      </Button>
    </form>
  );
}
