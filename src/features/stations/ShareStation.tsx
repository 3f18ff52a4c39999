import { Share2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { withTimeout } from '../../lib/loading/withTimeout.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useCopy } from '../../ui/button/useCopy.ts';
import styles from './StationSheet.module.css';

/**
 * In milliseconds. A browser opens the share sheet only shortly after a tap. If the picture has not loaded within this
 * time, the app shares only the link.
 */
const pictureWithinMs = 1500;
/** In milliseconds. After this time, a picture that has not loaded counts as failed. */
const pictureMs = 30_000;

/**
 * A button that shares a link to the station. If the browser can share files, the button also
 * shares a picture of the station.
 */
export function ShareStation({ station: { id, name } }: { station: StationSummary }) {
  const { t, i18n } = useTranslation('sheet');
  const copy = useCopy();
  const picture = useRef<{ language: string; file: Promise<File | null> } | null>(null);
  const { language } = i18n;

  const loadPicture = () => {
    if (picture.current?.language === language) return picture.current.file;
    const asked = { language, file: fetchPicture(id, language) };
    picture.current = asked;
    // After a failure, load the picture again at the next tap.
    void asked.file.then((file) => {
      if (file === null && picture.current === asked) picture.current = null;
    });
    return asked.file;
  };

  const share = async () => {
    const own = language === 'en' ? '' : `&lang=${language}`;
    const url = `${location.origin}${stationPath(id)}${own}`;
    if (!('share' in navigator)) return copy(url);
    const file = await withTimeout(pictureWithinMs, loadPicture()).catch(() => null);
    const files = file === null ? {} : { files: [file] };
    try {
      await navigator.share({ title: name, url, ...files });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      // If the rider closed the share sheet, do nothing. If the sheet did not open, copy the link instead.
      if (error.name !== 'AbortError') await copy(url);
    }
    return undefined;
  };

  return (
    // Request the picture when the finger touches the button, so that it has loaded at the end of the tap.
    <div className={styles['share']} onPointerDown={() => void loadPicture()}>
      <Button variant="text" icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
        {t(($) => $.share)}
      </Button>
    </div>
  );
}

/** The picture of a station; null if it cannot be loaded or shared. */
async function fetchPicture(id: string, language: string): Promise<File | null> {
  if (!('canShare' in navigator)) return null;
  const fileOf = (parts: Blob[]) => new File(parts, `${id}.png`, { type: 'image/png' });
  if (!navigator.canShare({ files: [fileOf([])] })) return null;
  try {
    const address = `${fillPath(paths.stationCard, { id })}?lang=${language}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(pictureMs) });
    return answer.ok ? fileOf([await answer.blob()]) : null;
  } catch {
    // Without a network, the link alone is shared.
    return null;
  }
}
