import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import styles from './settings.module.css';

export interface LogOutSectionProps {
  /** The phone number or name of the account; null while it is unknown. */
  who: string | null;
  busy: boolean;
  onLogOut: () => void;
}

/** Logs out after a confirmation, because the next login may need another text message. */
export function LogOutSection({ who, busy, onLogOut }: LogOutSectionProps) {
  const { t } = useTranslation('settings');
  const [asking, ask] = useState(false);
  return (
    <section className={styles['section']} aria-labelledby="account-heading">
      <h2 id="account-heading">{t(($) => $.account)}</h2>
      {who === null ? null : (
        <p className={styles['who']}>{t(($) => $.signedInAs, { phone: who })}</p>
      )}
      <Button variant="quiet" onClick={() => ask(true)}>
        {t(($) => $.logOut)}
      </Button>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        role="alertdialog"
        title={t(($) => $.logOutTitle)}
        actions={
          <>
            <Button variant="action" busy={busy} onClick={onLogOut}>
              {busy ? t(($) => $.loggingOut) : t(($) => $.logOut)}
            </Button>
            <Button variant="quiet" onClick={() => ask(false)}>
              {t(($) => $.stay)}
            </Button>
          </>
        }
      >
        {who === null ? t(($) => $.logOutBodyPlain) : t(($) => $.logOutBody)}
      </Dialog>
    </section>
  );
}
