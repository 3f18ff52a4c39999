import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDay } from '../../../contract/signIn/auth.ts';
import { birthDateProblem, minimumAgeYears } from '../../../contract/rules/people/profile.ts';
import { useLanguage } from '../../lib/language/language.ts';
import { Button } from '../../ui/button/Button.tsx';
import field from '../../ui/field/Field.module.css';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { isDateDraft, useDraft } from '../../lib/storage/drafts.ts';
import { FieldForm } from './FieldForm.tsx';
import styles from './profile.module.css';
import { useChangeProfileMutation } from './profileApi.ts';
import { useSaving } from './useSaving.ts';
import type { FieldProps } from './useSaving.ts';
import { dateParts, monthNames, readDate, today, writeDate } from './dateFields.ts';
import type { DatePart } from './dateFields.ts';

export function BirthDateForm({ me, onSaved }: FieldProps) {
  const { t } = useTranslation(['profile', 'errors']);
  const { language } = useLanguage();
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const draft = useDraft(me.id, 'birthDate', writeDate(me.birthDate), isDateDraft);
  const [changeProfile] = useChangeProfileMutation();
  const { busy, error, refuse, forgive, save } = useSaving(() =>
    group.current?.querySelector<HTMLElement>('select, input')?.focus(),
  );

  const change = (part: DatePart) => (typed: string) => {
    draft.change({ ...draft.value, [part]: typed });
    forgive();
  };

  const send = (birthDate: CalendarDay | null) => {
    void save(
      () => changeProfile({ birthDate }),
      (user) => {
        draft.forget();
        onSaved(user);
      },
    );
  };

  const submit = () => {
    const date = readDate(draft.value);
    if (date === null) return refuse(t(($) => $.birthday.incomplete));
    const problem = birthDateProblem(date, today());
    if (problem === null) send(date);
    else refuse(t(($) => $.errors[problem]));
  };

  const errorId = error === null ? undefined : `${id}-error`;
  const { month, day, year } = draft.value;
  const fields: Record<DatePart, ReactNode> = {
    month: (
      <SelectField
        key="month"
        label={t(($) => $.birthday.month)}
        name="bday-month"
        autoComplete="bday-month"
        value={month}
        onChange={change('month')}
        options={[
          { value: '', label: '—' },
          ...monthNames(language).map((label, index) => ({ value: String(index + 1), label })),
        ]}
        errorId={errorId}
      />
    ),
    day: (
      <TextField
        key="day"
        label={t(($) => $.birthday.day)}
        name="bday-day"
        autoComplete="bday-day"
        inputMode="numeric"
        maxLength={2}
        value={day}
        onChange={change('day')}
        errorId={errorId}
      />
    ),
    year: (
      <TextField
        key="year"
        label={t(($) => $.birthday.year)}
        name="bday-year"
        autoComplete="bday-year"
        inputMode="numeric"
        maxLength={4}
        value={year}
        onChange={change('year')}
        errorId={errorId}
      />
    ),
  };

  return (
    <FieldForm
      heading={t(($) => $.birthday.heading)}
      dirty={draft.isDirty}
      onDiscard={draft.forget}
      busy={busy}
      onSubmit={submit}
    >
      <fieldset ref={group} className={field['field']} aria-describedby={`${id}-hint`}>
        <legend className="visually-hidden">{t(($) => $.birthday.heading)}</legend>
        <span id={`${id}-hint`} className={field['hint']}>
          {t(($) => $.birthday.hint, { years: minimumAgeYears })}
        </span>
        <div className={styles['date']}>{dateParts(language).map((part) => fields[part])}</div>
        {error === null ? null : (
          <span id={errorId} className={field['error']}>
            {error}
          </span>
        )}
      </fieldset>
      {me.birthDate === null ? null : (
        <div className={styles['remove']}>
          <Button variant="text" onClick={() => send(null)}>
            {t(($) => $.birthday.remove)}
          </Button>
        </div>
      )}
    </FieldForm>
  );
}
