import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useResumableChange, withProof } from '../../api/proof.ts';
import { emailPattern, maxEmailLength } from '../../../contract/rules/people/profile.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { isText, storeDraft, useDraft } from '../../lib/storage/drafts.ts';
import { FieldForm } from './FieldForm.tsx';
import styles from './profile.module.css';
import { useChangeEmailMutation } from './profileApi.ts';
import { useSaving } from './useSaving.ts';
import type { FieldProps } from './useSaving.ts';

export interface EmailFormProps extends FieldProps {
  /** Called when the code was sent to the address. */
  onCodeSent: () => void;
}

function normalise(typed: string): string {
  return typed.normalize('NFKC').trim().toLowerCase();
}

function isEmail(address: string): boolean {
  return address.length <= maxEmailLength && emailPattern.test(address);
}

export function EmailForm({ me, onSaved, onCodeSent }: EmailFormProps) {
  const { t } = useTranslation(['profile', 'messages']);
  const field = useRef<HTMLInputElement>(null);
  const draft = useDraft(me.id, 'email', me.email ?? '', isText);
  const [changeEmail] = useChangeEmailMutation();
  const { busy, error, note, refuse, forgive, save } = useSaving(() => field.current?.focus());

  const leave = () => {
    const address = normalise(draft.value);
    if (address !== draft.value) draft.change(address);
    if (address !== '' && !isEmail(address)) note(t(($) => $.messages.emailInvalid));
  };

  const send = (email: string | null) => {
    void save(
      () => withProof({ kind: 'email', email }, () => changeEmail({ email })),
      (answer) => {
        if (answer.status === 'saved') {
          draft.forget();
          onSaved(answer.user);
          return;
        }
        // Store the request, and do not delete the draft of the address. The address stays in the
        // field until the rider has entered the code.
        const { requestId, resendAt } = answer;
        storeDraft(me.id, 'emailCode', { requestId, resendAt, contact: email });
        onCodeSent();
      },
    );
  };

  useResumableChange('email', ({ email }) => send(email));

  const submit = () => {
    const address = normalise(draft.value);
    if (address !== draft.value) draft.change(address);
    if (isEmail(address)) send(address);
    else refuse(t(($) => $.messages.emailInvalid));
  };

  return (
    <FieldForm
      heading={t(($) => $.email.heading)}
      dirty={draft.isDirty}
      onDiscard={draft.forget}
      busy={busy}
      onSubmit={submit}
    >
      <TextField
        ref={field}
        label={t(($) => $.email.label)}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        enterKeyHint="done"
        value={draft.value}
        onChange={(typed) => {
          draft.change(typed);
          forgive();
        }}
        onBlur={leave}
        hint={t(($) => $.email.hint)}
        error={error}
        speaksError
      />
      {me.email === null ? null : (
        <div className={styles['remove']}>
          <Button variant="text" onClick={() => send(null)}>
            {t(($) => $.email.remove)}
          </Button>
        </div>
      )}
    </FieldForm>
  );
}
