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
 * The server begins nothing more with this version. Says so as soon as no money, camera or sending is
 * under way, and updates. It can be put off only where it would lose what was typed, or where the update
 * has just brought nothing newer: then the page stays readable, and the next one asks again.
 */
export function OutdatedNotice() {
  const { t } = useTranslation(['common', 'errors', 'messages', 'settings']);
  const { key } = useLocation();
  const [putOffAt, putOff] = useState<string | null>(null);
  const [state, become] = useState<'asking' | 'updating' | 'unreached'>('asking');
  const isHeld = useIsWorkOngoing('money', 'camera', 'sending');
  const isTyping = useIsWorkOngoing('typing');
  const [isTried] = useState(() => session.get(storageKeys.updatedFrom) === __APP_VERSION__);

  const update = async () => {
    become('updating');
    session.set(storageKeys.updatedFrom, __APP_VERSION__);
    const outcome = await switchToNewVersion();
    if (outcome === 'unreached') return become(outcome);
    saveScrollPosition();
    location.reload();
  };
  const later = () => putOff(key);
  const mayWait = isTyping || isTried;

  return (
    <Dialog
      open={!isHeld && putOffAt !== key}
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
