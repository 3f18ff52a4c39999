import { useTranslation } from 'react-i18next';
import { CabinetPicture } from '../../ui/display/CabinetPicture.tsx';
import type { Cabinet } from '../../ui/display/CabinetPicture.tsx';
import { useSlotPlace } from '../../ui/display/useSlotPlace.ts';
import styles from './SlotNumber.module.css';

/**
 * The number of the open slot in large type, on a picture of a charger that slides out. Next to the
 * number, a picture of the cabinet highlights this slot.
 */
export function SlotNumber({ slot, cabinet }: { slot: number; cabinet: Cabinet }) {
  const { t } = useTranslation('rental');
  const place = useSlotPlace(cabinet, slot);
  return (
    <div className={styles['place']}>
      <p className={styles['number']}>
        <span className={styles['label']}>{t(($) => $.success.slotLabel)}</span>
        <span className={styles['slot']} data-travels>
          <span className={styles['pill']}>{slot}</span>
        </span>
      </p>
      <div className={styles['where']}>
        <CabinetPicture cabinet={cabinet} slot={slot} />
        {place === null ? null : <p>{place}</p>}
      </div>
    </div>
  );
}
