import { SlotIcon } from './SlotIcon.tsx';
import styles from './Brand.module.css';

/** The logo, with the operator's name beside it if there is one. */
export function Brand({ name }: { name: string }) {
  return (
    <span className={styles['brand']}>
      <SlotIcon fill={0.6} size="small" />
      {name ? <span className={styles['name']}>{name}</span> : null}
    </span>
  );
}
