import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxNameLength } from '../../../contract/rules/people/profile.ts';
import { TextField } from '../../ui/field/TextField.tsx';
import { isText, useDraft } from '../../lib/storage/drafts.ts';
import { FieldForm } from './FieldForm.tsx';
import { useChangeProfileMutation } from './profileApi.ts';
import { useSaving } from './useSaving.ts';
import type { FieldProps } from './useSaving.ts';

export function NameForm({ me, onSaved }: FieldProps) {
  const { t } = useTranslation('profile');
  const field = useRef<HTMLInputElement>(null);
  const draft = useDraft(me.id, 'name', me.name ?? '', isText);
  const [changeProfile] = useChangeProfileMutation();
  const { busy, error, forgive, save } = useSaving(() => field.current?.focus());

  const submit = () => {
    const name = draft.value.trim();
    void save(
      () => changeProfile({ name: name === '' ? null : name }),
      (user) => {
        draft.forget();
        onSaved(user);
      },
    );
  };

  return (
    <FieldForm
      heading={t(($) => $.name.heading)}
      dirty={draft.isDirty}
      onDiscard={draft.forget}
      busy={busy}
      onSubmit={submit}
    >
      <TextField
        ref={field}
        label={t(($) => $.name.label)}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="done"
        maxLength={maxNameLength}
        value={draft.value}
        onChange={(typed) => {
          draft.change(typed);
          forgive();
        }}
        hint={t(($) => $.name.hint)}
        error={error}
        speaksError
      />
    </FieldForm>
  );
}
