import type { ReactNode } from 'react';
import styles from './guide.module.css';

// Pictures of the steps of a rental. In each picture, one element has the accent colour. The text beside the
// picture contains all information of the picture.

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles['picture']} viewBox="0 0 240 160" aria-hidden="true">
      {children}
    </svg>
  );
}

interface PillProps {
  x: number;
  y: number;
  width: number;
}

/** The pill of the logo: 2.5 times as high as wide, with round ends. */
function Pill({ x, y, width, look }: PillProps & { look: 'paper' | 'solid' | 'spark' }) {
  return (
    <rect className={styles[look]} x={x} y={y} width={width} height={width * 2.5} rx={width / 2} />
  );
}

/** A slot of a cabinet, with or without a charger. */
function Slot({ x, y, width, isEmpty = false }: PillProps & { isEmpty?: boolean }) {
  const gap = width / 5;
  return (
    <>
      <Pill x={x} y={y} width={width} look="paper" />
      {isEmpty ? null : (
        <rect
          className={styles['solid']}
          x={x + gap}
          y={y + gap}
          width={width - 2 * gap}
          height={width * 2.5 - 2 * gap}
          rx={width / 2 - gap}
        />
      )}
    </>
  );
}

const codeDots = [
  [3, 0],
  [3, 1.2],
  [3, 3],
  [4.6, 3],
  [6, 3],
  [0, 3],
  [1.5, 3],
  [3.6, 4.4],
  [5.2, 4.4],
  [3, 6],
  [4.6, 6],
  [6, 5.4],
] as const;

/** A symbolic QR code without content. */
function Code({ x, y, size }: { x: number; y: number; size: number }) {
  const unit = size / 7;
  return (
    <>
      {(
        [
          [0, 0],
          [4.6, 0],
          [0, 4.6],
        ] as const
      ).map(([column, row]) => (
        <rect
          key={`${column} ${row}`}
          className={styles['line']}
          x={x + (column + 0.4) * unit}
          y={y + (row + 0.4) * unit}
          width={unit * 1.6}
          height={unit * 1.6}
          rx={unit * 0.4}
        />
      ))}
      {codeDots.map(([column, row]) => (
        <rect
          key={`${column} ${row}`}
          className={styles['solid']}
          x={x + column * unit}
          y={y + row * unit}
          width={unit}
          height={unit}
          rx={unit * 0.25}
        />
      ))}
    </>
  );
}

function Phone({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={styles['paper']} width="72" height="132" rx="14" />
      <path className={styles['line']} d="M30 8h12" />
      {children}
    </g>
  );
}

/** A cabinet with its label, and a phone that scans it. */
export function ScanPicture() {
  return (
    <Drawing>
      <rect className={styles['paper']} x="22" y="12" width="104" height="136" rx="16" />
      {[0, 1, 2, 3].map((index) => (
        <Slot key={index} x={35 + index * 21} y={26} width={15} isEmpty={index === 2} />
      ))}
      <Code x={44} y={80} size={52} />
      <Phone x={146} y={14}>
        <path
          className={styles['line']}
          d="M12 38v-8a6 6 0 0 1 6-6h8M46 24h8a6 6 0 0 1 6 6v8M60 64v8a6 6 0 0 1-6 6h-8M26 78h-8a6 6 0 0 1-6-6v-8"
        />
        <Code x={21} y={36} size={30} />
        <rect className={styles['spark']} x="16" y="98" width="40" height="16" rx="8" />
      </Phone>
    </Drawing>
  );
}

/** A price above a single button, and a card beside them. */
export function PayPicture() {
  return (
    <Drawing>
      <g transform="rotate(-9 78 92)">
        <rect className={styles['paper']} x="26" y="58" width="104" height="66" rx="10" />
        <path className={styles['band']} d="M26 78h104" />
        <path className={styles['line']} d="M40 106h26" />
      </g>
      <Phone x={104} y={14}>
        <path className={styles['line']} d="M14 30h20M14 44h14M14 58h18" />
        <path className={styles['soft']} d="M46 30h12M50 44h8M48 58h10" />
        <path className={styles['soft']} d="M14 72h44" />
        <rect className={styles['spark']} x="10" y="88" width="52" height="22" rx="11" />
        <path className={styles['mark']} d="m29 99 5 5 9-10" />
      </Phone>
    </Drawing>
  );
}

/** A cabinet with one open slot, whose charger sticks out. */
export function TakePicture() {
  return (
    <Drawing>
      <path className={styles['line']} d="M12 14h216" />
      {[0, 1, 3, 4].map((index) => (
        <Slot key={index} x={18 + index * 43} y={30} width={32} isEmpty={index === 4} />
      ))}
      <Pill x={104} y={30} width={32} look="paper" />
      <Pill x={109} y={70} width={22} look="spark" />
      <path className={styles['line']} d="M98 128v12M142 128v12M120 136v14" />
    </Drawing>
  );
}

/** A path from the first station to another station with a free slot. */
export function ReturnPicture() {
  return (
    <Drawing>
      <path className={styles['street']} d="M8 116 232 60M70 8l36 144M168 8l22 144" />
      <Pin x={28} y={58} />
      <Pin x={116} y={14} />
      <Pin x={180} y={52} isGoal />
      <path className={styles['way']} d="M56 130c34 22 92 20 124 4" />
    </Drawing>
  );
}

function Pin({ x, y, isGoal = false }: { x: number; y: number; isGoal?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className={styles['paper']}
        d="M17 78 6.5 62A17 17 0 0 1 0 50V17a17 17 0 0 1 34 0v33a17 17 0 0 1-6.5 12Z"
      />
      {isGoal ? (
        <Pill x={7} y={9} width={20} look="spark" />
      ) : (
        <Pill x={9} y={11} width={16} look="solid" />
      )}
    </g>
  );
}
