import styles from './Avatar.module.css';
import { SlotMark } from './SlotMark.tsx';

export interface AvatarProps {
  /** Of the photo; without one, the mark of the product. */
  src: string | null;
  size?: 'tiny' | 'small' | 'large' | undefined;
  /** Nobody is logged in. */
  empty?: boolean | undefined;
}

/** The picture of a person. Decoration: the name stands beside it. */
export function Avatar({ src, size = 'small', empty = false }: AvatarProps) {
  return (
    <span className={`${styles['avatar']} ${styles[size]}`}>
      {src === null ? (
        <SlotMark fill={empty ? 0 : 1} size={size === 'large' ? 'medium' : 'small'} />
      ) : (
        <img src={src} alt="" decoding="async" />
      )}
    </span>
  );
}
