import { useTranslation } from 'react-i18next';
import styles from './SlotNumber.module.css';

/** The slot that opened, as large as it is important: its number on the pill that slides out. */
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
