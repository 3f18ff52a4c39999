import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import styles from './MapFailed.module.css';
import { stationMap } from './stationMapPart.ts';

/**
 * Shown in place of the map if its code failed to load. The list still shows the same stations. A button loads the map
 * again.
 */
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
