import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
import { useIsProofAsked } from '../../api/proof.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';
import styles from './profile.module.css';

export interface FieldFormProps {
  heading: string;
  dirty: boolean;
  onDiscard: () => void;
  busy: boolean;
  onSubmit: () => void;
  /** The labels of the button. The default labels are "Save" and "Saving…". */
  label?: string | undefined;
  busyLabel?: string | undefined;
  children: ReactNode;
}

/** A page with a single field and a save button. The button is disabled without a network. */
export function FieldForm({
  heading,
  dirty,
  onDiscard,
  busy,
  onSubmit,
  label,
  busyLabel,
  children,
}: FieldFormProps) {
  const { t } = useTranslation('profile');
  const offline = useConnection() === 'offline';
  const reason = offline ? t(($) => $.offline) : null;
  // While the app asks for a proof, nothing is being saved.
  const isSaving = !useIsProofAsked() && busy;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && reason === null) onSubmit();
  };

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <Screen
        heading={heading}
        dirty={dirty}
        onDiscard={onDiscard}
        footer={
          <>
            {reason === null ? null : (
              <p id="save-reason" className={styles['reason']}>
                {reason}
              </p>
            )}
            <Button
              type="submit"
              busy={isSaving}
              disabled={reason !== null}
              describedBy={reason === null ? undefined : 'save-reason'}
            >
              {isSaving ? (busyLabel ?? t(($) => $.saving)) : (label ?? t(($) => $.save))}
            </Button>
          </>
        }
      >
        {children}
      </Screen>
    </form>
  );
}
