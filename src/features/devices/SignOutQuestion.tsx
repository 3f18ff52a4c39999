import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

export interface SignOutQuestionProps {
  /** The device's name, or `others` for all other devices. The value is null while the dialog is closed. */
  about: { device: string } | 'others' | null;
  busy: boolean;
  onSignOut: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before a device is signed out, because a sign-out interrupts the user of that device at once.
 */
export function SignOutQuestion({ about, busy, onSignOut, onClose }: SignOutQuestionProps) {
  const { t } = useTranslation('settings');
  const one = about !== null && about !== 'others' ? about : null;
  const signOut = one ? t(($) => $.devices.signOut) : t(($) => $.devices.signOutOthers);
  return (
    <Dialog
      open={about !== null}
      onClose={onClose}
      role="alertdialog"
      title={
        one
          ? t(($) => $.devices.signOutTitle, { device: one.device })
          : t(($) => $.devices.signOutOthersTitle)
      }
      actions={
        <>
          <Button variant="action" busy={busy} onClick={onSignOut}>
            {busy ? t(($) => $.devices.signingOut) : signOut}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.devices.cancel)}
          </Button>
        </>
      }
    >
      {one ? t(($) => $.devices.signOutBody) : t(($) => $.devices.signOutOthersBody)}
    </Dialog>
  );
}
