import type { ReactNode } from 'react';
import styles from './SlotIcon.module.css';

export interface SlotIconProps {
  /** How full the slot is drawn, from 0 (empty) to 1 (full). */
  fill: number;
  size: 'small' | 'medium' | 'large';
  /** `drop`: the pill falls out of the slot once. `wait`: the pill moves while content loads. */
  motion?: 'still' | 'drop' | 'wait' | undefined;
  tone?: 'spark' | 'due' | undefined;
  /** Whether the slot moves to its position on the next screen, see lib/page/moveSlot.ts. */
  travels?: boolean | undefined;
  /**
   * An icon of 24 by 24 units in the empty slot. It shows what is missing. The default for the tone `due` is an
   * exclamation mark.
   */
  symbol?: ReactNode;
}

const exclamationMark = <path d="M12 4v10M12 20v.01" />;

const top = 5.5;
const bottom = 94.5;
const thickness = 29;

/**
 * The logo of the product, a pill in a slot. It is decorative, because a text always gives the same
 * information.
 */
export function SlotIcon({
  fill,
  size,
  motion = 'still',
  tone = 'spark',
  travels,
  symbol = tone === 'due' ? exclamationMark : null,
}: SlotIconProps) {
  const part = Math.min(1, Math.max(0, fill));
  // Draw even the smallest part as a complete round pill.
  const height = part === 0 ? 0 : thickness + (bottom - top - thickness) * part;
  return (
    <svg
      className={`${styles['mark']} ${styles[size]} ${styles[motion]} ${styles[tone]}`}
      viewBox="0 0 40 100"
      data-travels={travels}
      aria-hidden="true"
    >
      <rect className={styles['slot']} x="1.5" y="1.5" width="37" height="97" rx="18.5" />
      {height > 0 ? (
        <rect
          className={styles['pill']}
          x={(40 - thickness) / 2}
          y={bottom - height}
          width={thickness}
          height={height}
          rx={thickness / 2}
        />
      ) : (
        <g className={styles['symbol']} transform="translate(8 38)">
          {symbol}
        </g>
      )}
    </svg>
  );
}
