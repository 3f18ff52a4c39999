import { SlotIcon } from './SlotIcon.tsx';
import styles from './Brand.module.css';

/** The logo, followed by the operator's name if the operator has a name. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={styles['brand']}>
      <SlotIcon fill={0.6} size="small" />
      {name ? <span className={styles['name']}>{name}</span> : null}
    </span>
  );
}
