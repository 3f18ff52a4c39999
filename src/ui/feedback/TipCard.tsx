import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/IconButton.tsx';
import { CrossIcon } from '../icons.tsx';
import { SlotMark } from '../display/SlotMark.tsx';
import styles from './TipCard.module.css';

export interface TipCardProps {
  /** What it is, for screen readers. */
  label: string;
  children: ReactNode;
  /** The way to more, or the one thing to do. */
  action?: ReactNode;
  /** None where the answers to choose from close it, too. */
  onClose?: (() => void) | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** The button goes with its card: whoever used the keyboard reads on from the heading. */
export function readOn(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** A line of advice in the flow of a page. It stops nobody, and goes when it is told to. */
export function TipCard({ label, children, action, onClose, ref }: TipCardProps) {
  const { t } = useTranslation();
  return (
    <div ref={ref} role="note" aria-label={label} className={styles['tip']}>
      <span className={styles['mark']}>
        <SlotMark fill={1} size="small" />
      </span>
      <div className={styles['words']}>
        <p>{children}</p>
        {action ? <div className={styles['action']}>{action}</div> : null}
      </div>
      {onClose ? (
        <IconButton
          label={t(($) => $.close)}
          icon={<CrossIcon />}
          onClick={() => {
            readOn();
            onClose();
          }}
        />
      ) : null}
    </div>
  );
}
