import { useTranslation } from 'react-i18next';
import styles from './SlotNumber.module.css';

/** The number of the open slot in large type, on the picture of a charger that slides out. */
export function SlotNumber({ slot }: { slot: number }) {
  const { t } = useTranslation('rental');
  return (
    <p className={styles['place']}>
      <span className={styles['label']}>{t(($) => $.success.slotLabel)}</span>
      <span className={styles['slot']}>
        <span className={styles['pill']}>{slot}</span>
      </span>
    </p>
  );
}
