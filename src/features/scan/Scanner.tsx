import { Camera, Flashlight, FlashlightOff, ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWakeLock, wakeInTap } from '../../lib/device/wakeLock.ts';
import { Button } from '../../ui/button/Button.tsx';
import { HelpLink } from '../../ui/link/HelpLink.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { PhotoChooser } from '../../ui/field/PhotoChooser.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import { QrDecoder } from './qrDecoder.ts';
import styles from './Scanner.module.css';
import { useCodeCamera } from './useCodeCamera.ts';

export interface ScannerProps {
  /**
   * The text that explains where to point the camera. The default text is for the code of a
   * station.
   */
  hint?: string;
  /** Called with the text of a code from the camera or a photo. */
  onText: (text: string) => void;
  /** Called if the camera or its decoder does not work, for example to move the focus to a field. */
  onUnavailable?: () => void;
  /** Called by the button "OK" of the message that the camera is not available. */
  onDismiss: () => void;
  /** The reason why the last code was not accepted. */
  problem: string | null;
}

type PhotoState = 'none' | 'reading' | 'withoutCode' | 'unread';

/** The camera picture with the torch button, and the button to use a photo instead. */
export function Scanner({ hint, onText, onUnavailable, onDismiss, problem }: ScannerProps) {
  const { t } = useTranslation(['scan', 'messages', 'errors']);
  const announce = useAnnounce();
  const { video, state, start, setLight } = useCodeCamera(onText);
  const [photo, setPhoto] = useState<PhotoState>('none');
  const startInTap = () => {
    wakeInTap();
    start();
  };
  const live = state.status === 'live';
  const failed = state.status === 'failed';
  useWakeLock(live);

  useEffect(() => {
    if (live) announce(t(($) => $.cameraOn));
  }, [announce, live, t]);

  useEffect(() => {
    if (failed) onUnavailable?.();
  }, [failed, onUnavailable]);

  const readPhoto = async (file: File) => {
    setPhoto('reading');
    try {
      const text = await decodePhoto(file);
      setPhoto(text === null ? 'withoutCode' : 'none');
      if (text !== null) onText(text);
    } catch {
      // The decoder did not load. The rider can type the id or try again.
      setPhoto('unread');
    }
  };

  return (
    <section className={styles['scanner']}>
      <div className={styles['frame']} data-live={live || undefined}>
        <video
          ref={video}
          className={styles['video']}
          aria-label={t(($) => $.frame)}
          hidden={!live}
          muted
          playsInline
        />
        {live ? <Corners /> : null}
        {state.status === 'primed' ? (
          <div className={styles['prime']}>
            <p className={styles['words']}>{hint ?? t(($) => $.prime)}</p>
            <p className={styles['why']}>{t(($) => $.primeWhy)}</p>
            <Button variant="spark" icon={<Camera aria-hidden />} onClick={startInTap}>
              {t(($) => $.useCamera)}
            </Button>
          </div>
        ) : null}
        {failed ? (
          <div className={styles['prime']}>
            <p role="alert" className={styles['words']}>
              {t(($) => $.cameraUnavailable)}
            </p>
            <Button onClick={onDismiss}>{t(($) => $.messages.ok)}</Button>
            <Button variant="text" onClick={startInTap}>
              {t(($) => $.tryCameraAgain)}
            </Button>
          </div>
        ) : null}
        {state.status === 'starting' ? (
          <p className={styles['words']}>{t(($) => $.starting)}</p>
        ) : null}
        {live && state.light !== null ? (
          <div className={styles['light']}>
            <IconButton
              look="ring"
              label={state.light === 'on' ? t(($) => $.lightOff) : t(($) => $.lightOn)}
              icon={state.light === 'on' ? <FlashlightOff /> : <Flashlight />}
              onClick={() => setLight(state.light === 'off')}
            />
          </div>
        ) : null}
      </div>
      <div className={styles['below']}>
        <p className={styles['hint']}>{live ? (hint ?? t(($) => $.aim)) : null}</p>
        <PhotoChooser
          className={styles['photo']}
          busy={photo === 'reading'}
          camera={failed || (live && state.silent) ? 'environment' : undefined}
          onFile={(file) => void readPhoto(file)}
        >
          <ImageUp aria-hidden />
          <span>{photo === 'reading' ? t(($) => $.photoReading) : t(($) => $.photo)}</span>
        </PhotoChooser>
      </div>
      <div role="alert" className={styles['problem']}>
        {photo === 'withoutCode' ? <p>{t(($) => $.photoWithoutCode)}</p> : null}
        {photo === 'unread' ? <p>{t(($) => $.errors.network)}</p> : null}
        {photo !== 'withoutCode' && photo !== 'unread' && problem !== null ? (
          <p>{problem}</p>
        ) : null}
        {live && state.silent ? <p>{t(($) => $.noPicture)}</p> : null}
      </div>
      {failed ? (
        <>
          <p className={styles['hint']}>{t(($) => $.blockedHelp)}</p>
          <HelpLink about="cameraDenied" />
        </>
      ) : null}
    </section>
  );
}

/** The frame for the code. The decoder reads the middle of the picture more often than the whole picture. */
function Corners() {
  return (
    <svg viewBox="0 0 100 100" fill="none" className={styles['corners']} aria-hidden="true">
      <path d="M3 27V17A14 14 0 0 1 17 3h10M73 3h10a14 14 0 0 1 14 14v10M97 73v10a14 14 0 0 1-14 14H73M27 97H17A14 14 0 0 1 3 83V73" />
    </svg>
  );
}

async function decodePhoto(file: File): Promise<string | null> {
  const decoder = await QrDecoder.load();
  try {
    return await decoder.readPhoto(file);
  } catch (error) {
    // This browser cannot open the file as a picture.
    if (error instanceof DOMException) return null;
    throw error;
  } finally {
    decoder.close();
  }
}
