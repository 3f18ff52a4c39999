import { useTranslation } from 'react-i18next';
import { SlotIcon } from '../../ui/display/SlotIcon.tsx';
import styles from './auth.module.css';
import { stationBehind } from './returnPath.ts';

/** During the login, shows the station that the rider is about to unlock. */
export function UnlockStrip({ next }: { next: string }) {
  const { t } = useTranslation('auth');
  const station = stationBehind(next);
  if (station === null) return null;
  return (
    <div className={styles['strip']}>
      <SlotIcon fill={1} size="small" />
      <p>{t(($) => $.login.unlocking, { id: station })}</p>
    </div>
  );
}
