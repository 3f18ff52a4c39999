import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { storageKeys } from '../../lib/constants.ts';
import { session } from '../../lib/storage/storage.ts';
import { useIsWorkOngoing } from '../../lib/page/ongoingWork.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { saveScrollPosition } from './scrollRestoration.ts';
import { switchToNewVersion } from './switchToNewVersion.ts';

/**
 * Offers the update if the server refuses this version of the app. Waits while a payment or an unlock
 * runs, the camera is on, or a change is being sent to the server. The user can postpone the update in
 * only two cases: if the update would lose typed text, or if the last update brought no newer version.
 * The notice then closes, and appears again on the next page.
 */
export function OutdatedNotice() {
  const { t } = useTranslation(['common', 'errors', 'messages', 'settings']);
  const { key } = useLocation();
  const [putOffAt, putOff] = useState<string | null>(null);
  const [state, setState] = useState<'asking' | 'updating' | 'unreached'>('asking');
  const isBusy = useIsWorkOngoing('money', 'camera', 'sending');
  const isTyping = useIsWorkOngoing('typing');
  const [isTried] = useState(() => session.get(storageKeys.updatedFrom) === __APP_VERSION__);

  const update = async () => {
    setState('updating');
    session.set(storageKeys.updatedFrom, __APP_VERSION__);
    const outcome = await switchToNewVersion();
    if (outcome === 'unreached') return setState(outcome);
    saveScrollPosition();
    location.reload();
  };
  const later = () => putOff(key);
  const mayWait = isTyping || isTried;

  return (
    <Dialog
      open={!isBusy && putOffAt !== key}
      role="alertdialog"
      title={t(($) => $.settings.tooOld.heading)}
      onClose={() => mayWait && later()}
      actions={
        <>
          {mayWait ? (
            <Button variant="quiet" onClick={later}>
              {t(($) => $.messages.later)}
            </Button>
          ) : null}
          <Button busy={state === 'updating'} onClick={() => void update()}>
            {isTried ? t(($) => $.tryAgain) : t(($) => $.messages.update)}
          </Button>
        </>
      }
    >
      {state === 'unreached'
        ? t(($) => $.errors.network)
        : isTried
          ? t(($) => $.settings.tooOld.still)
          : t(($) => $.settings.tooOld.text)}
    </Dialog>
  );
}
