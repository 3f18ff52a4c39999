import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/IconButton.tsx';
import { CrossIcon } from '../icons.tsx';
import { SlotIcon } from '../display/SlotIcon.tsx';
import styles from './TipCard.module.css';

export interface TipCardProps {
  /** The accessible name. */
  label: string;
  children: ReactNode;
  /** A link to more information, or a button. */
  action?: ReactNode;
  /** Called by the close button. Omit this function if other buttons close the card. */
  onClose?: (() => void) | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/**
 * Moves the focus to the heading. Call this before the card is removed, because the focus would
 * otherwise be lost together with the button of the card.
 */
export function readOn(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** A tip between the other content of a page. It does not cover the page. */
export function TipCard({ label, children, action, onClose, ref }: TipCardProps) {
  const { t } = useTranslation();
  return (
    <div ref={ref} role="note" aria-label={label} className={styles['tip']}>
      <span className={styles['mark']}>
        <SlotIcon fill={1} size="small" />
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
