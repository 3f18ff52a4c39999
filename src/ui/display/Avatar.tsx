import styles from './Avatar.module.css';
import { SlotIcon } from './SlotIcon.tsx';

export interface AvatarProps {
  /** The address of the photo. If it is null, the logo is shown. */
  src: string | null;
  size?: 'tiny' | 'small' | 'large' | undefined;
  /** True for a guest. The logo is then a slot without a charger. */
  empty?: boolean | undefined;
}

/** The photo of a rider. The photo is decorative, because the rider's name is always next to it. */
export function Avatar({ src, size = 'small', empty = false }: AvatarProps) {
  return (
    <span className={`${styles['avatar']} ${styles[size]}`}>
      {src === null ? (
        <SlotIcon fill={empty ? 0 : 1} size={size === 'large' ? 'medium' : 'small'} />
      ) : (
        <img src={src} alt="" decoding="async" />
      )}
    </span>
  );
}
