import type { Order } from '../../../contract/orders.ts';
import { usualLayout } from '../../../contract/rules/places/cabinetLayout.ts';
import styles from './CabinetPicture.module.css';

/** The data about a cabinet that the server sends. */
export type Cabinet = Pick<Order['station'], 'slots' | 'layout'>;

const slotWidth = 30;
const slotHeight = 14;
const gap = 6;

/**
 * The front of a cabinet with one slot lit. It is decorative, because a text always gives the same information. If the
 * arrangement of the slots is unknown, the picture shows the usual arrangement, and all slots show their numbers.
 */
export function CabinetPicture({ cabinet, slot }: { cabinet: Cabinet; slot: number }) {
  const slots = Math.max(cabinet.slots ?? 0, slot);
  const { rows, columns } = cabinet.layout ?? usualLayout(slots);
  const width = columns * (slotWidth + gap) + gap;
  const height = rows * (slotHeight + gap) + gap;
  const isNumbered = cabinet.layout === undefined;
  return (
    <svg
      className={styles['cabinet']}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      aria-hidden="true"
      data-lit={slot}
    >
      <rect className={styles['body']} width={width} height={height} rx="8" />
      {Array.from({ length: Math.min(slots, rows * columns) }, (_, index) => {
        const x = gap + (index % columns) * (slotWidth + gap);
        const y = gap + Math.floor(index / columns) * (slotHeight + gap);
        const isLit = index + 1 === slot;
        return (
          <g key={index} className={isLit ? styles['lit'] : undefined}>
            <rect x={x} y={y} width={slotWidth} height={slotHeight} rx={slotHeight / 2} />
            {isLit || isNumbered ? (
              <text x={x + slotWidth / 2} y={y + slotHeight / 2}>
                {index + 1}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}
