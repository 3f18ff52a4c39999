import type { ReactNode, SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../api/connection.ts';
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
  /** Explains what is missing before the user can save. If it is set, the button is disabled. */
  missing?: string | null | undefined;
  children: ReactNode;
}

/** The page of a single field with its save button. The button is disabled without a network. */
export function FieldForm({
  heading,
  dirty,
  onDiscard,
  busy,
  onSubmit,
  label,
  busyLabel,
  missing = null,
  children,
}: FieldFormProps) {
  const { t } = useTranslation('profile');
  const offline = useConnection() === 'offline';
  const reason = offline ? t(($) => $.offline) : missing;

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
              busy={busy}
              disabled={reason !== null}
              describedBy={reason === null ? undefined : 'save-reason'}
            >
              {busy ? (busyLabel ?? t(($) => $.saving)) : (label ?? t(($) => $.save))}
            </Button>
          </>
        }
      >
        {children}
      </Screen>
    </form>
  );
}
