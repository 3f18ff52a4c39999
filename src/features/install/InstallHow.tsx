import './installTexts.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { HowToInstall } from './howToInstall.ts';
import styles from './InstallHow.module.css';
import {
  AddToScreenIcon,
  BrowserIcon,
  DotsIcon,
  InstallIcon,
  LinesIcon,
  ShareIcon,
  TickIcon,
} from './InstallIcons.tsx';

interface Step {
  icon: ReactNode;
  text: string;
}

export interface InstallHowProps {
  how: HowToInstall;
  onClose: () => void;
}

/** The steps to install the app in this browser, with pictures of the browser's buttons. */
export function InstallHow({ how, onClose }: InstallHowProps) {
  const { t } = useTranslation(['install', 'common', 'messages']);
  const link = `${location.origin}/home`;
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  const steps = useSteps(how);
  const browser = how === 'iosInApp' ? 'Safari' : how === 'androidInApp' ? 'Chrome' : null;

  return (
    <Dialog
      open
      onClose={onClose}
      title={browser === null ? t(($) => $.how.title) : t(($) => $.how.openIn, { browser })}
      actions={
        <>
          {browser === null ? null : (
            <Button onClick={() => void copy()}>{t(($) => $.how.copyLink)}</Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t(($) => $.common.close)}
          </Button>
        </>
      }
    >
      {browser === null ? null : (
        <p className={styles['lead']}>{t(($) => $.how.inAppLead, { browser })}</p>
      )}
      {how === 'elsewhere' ? <p className={styles['lead']}>{t(($) => $.how.elsewhere)}</p> : null}
      {steps.length === 0 ? null : (
        <ol className={styles['steps']}>
          {steps.map(({ icon, text }) => (
            <li key={text}>
              <span className={styles['icon']}>{icon}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      {browser === null ? null : (
        <div className={styles['lead']}>
          <p>{t(($) => $.how.orPaste, { browser })}</p>
          <p className={styles['link']}>{link}</p>
          <p role="status">
            {outcome === 'copied' ? t(($) => $.messages.copied) : null}
            {outcome === 'failed' ? t(($) => $.messages.copyFailed) : null}
          </p>
        </div>
      )}
    </Dialog>
  );

  /**
   * The result is shown in this dialog, because a live region behind an open dialog is neither
   * visible nor announced.
   */
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('copied');
    } catch (error) {
      // The browser has no clipboard or refused access to the clipboard. The user can select and copy the
      // link.
      if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
      setOutcome('failed');
    }
  }
}

function useSteps(how: HowToInstall): readonly Step[] {
  const { t } = useTranslation('install');
  const addToScreen = { icon: <AddToScreenIcon />, text: t(($) => $.how.addToHomeScreen) };
  const add = { icon: <TickIcon />, text: t(($) => $.how.add) };
  switch (how) {
    case 'iosSafari':
      return [{ icon: <ShareIcon />, text: t(($) => $.how.shareSafari) }, addToScreen, add];
    case 'iosBrowser':
      return [{ icon: <ShareIcon />, text: t(($) => $.how.shareBrowser) }, addToScreen, add];
    case 'iosInApp':
      return [
        { icon: <DotsIcon />, text: t(($) => $.how.appMenu) },
        { icon: <BrowserIcon />, text: t(($) => $.how.chooseBrowser, { browser: 'Safari' }) },
      ];
    case 'androidInApp':
      return [
        { icon: <DotsIcon isUpright />, text: t(($) => $.how.appMenu) },
        { icon: <BrowserIcon />, text: t(($) => $.how.chooseBrowser, { browser: 'Chrome' }) },
      ];
    case 'androidChromium':
      return [
        { icon: <DotsIcon isUpright />, text: t(($) => $.how.browserMenu) },
        { icon: <InstallIcon />, text: t(($) => $.how.installOrAdd) },
        { icon: <TickIcon />, text: t(($) => $.how.install) },
      ];
    case 'androidFirefox':
      return [
        { icon: <DotsIcon isUpright />, text: t(($) => $.how.browserMenu) },
        { icon: <AddToScreenIcon />, text: t(($) => $.how.addFirefox) },
        add,
      ];
    case 'samsung':
      return [
        { icon: <LinesIcon />, text: t(($) => $.how.samsungMenu) },
        { icon: <AddToScreenIcon />, text: t(($) => $.how.samsungAdd) },
        add,
      ];
    case 'macSafari':
      return [{ icon: <ShareIcon />, text: t(($) => $.how.shareMac) }, addToDock(), add];
    case 'desktopChromium':
      return [
        { icon: <InstallIcon />, text: t(($) => $.how.addressBar) },
        { icon: <TickIcon />, text: t(($) => $.how.install) },
      ];
    case 'elsewhere':
      return [];
  }

  function addToDock(): Step {
    return { icon: <AddToScreenIcon />, text: t(($) => $.how.addToDock) };
  }
}
