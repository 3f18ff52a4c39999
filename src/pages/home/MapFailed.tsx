import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import styles from './MapFailed.module.css';
import { stationMap } from './stationMapPart.ts';

/** Where the map's code did not come: its list twin is there, and another try. */
export function MapFailed() {
  const { t } = useTranslation(['stations', 'common']);
  return (
    <div className={styles['note']}>
      <p>{t(($) => $.mapFailed)}</p>
      <Button variant="quiet" onClick={() => void stationMap.fetch()}>
        {t(($) => $.common.tryAgain)}
      </Button>
    </div>
  );
}
