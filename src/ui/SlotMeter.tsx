import { useTranslation } from 'react-i18next';
import styles from './SlotMeter.module.css';

export interface SlotMeterProps {
  chargers: number;
  freeSlots: number;
  /** All slots of the cabinet, broken ones too. */
  slots: number;
}

/** More than this many pills are a texture, not a count. */
const most = 16;

/** A cabinet's slots as a row of pills: filled ones hold a charger. */
export function SlotMeter({ chargers, freeSlots, slots }: SlotMeterProps) {
  const { t } = useTranslation(['common', 'messages']);
  const shown = Math.min(slots, most);
  const scale = slots > 0 ? shown / slots : 0;
  const filled = Math.min(shown, Math.round(chargers * scale));
  const free = Math.min(shown - filled, Math.round(freeSlots * scale));
  const name = t(($) => $.slotMeter, {
    chargers: t(($) => $.messages.chargers, { count: chargers }),
    freeSlots: t(($) => $.messages.freeSlots, { count: freeSlots }),
  });
  return (
    <span className={styles['meter']} role="img" aria-label={name}>
      {Array.from({ length: shown }, (_, index) => (
        <i key={index} className={styles[kind(index, filled, free)]} />
      ))}
    </span>
  );
}

function kind(index: number, filled: number, free: number): 'charger' | 'free' | 'broken' {
  if (index < filled) return 'charger';
  return index < filled + free ? 'free' : 'broken';
}
