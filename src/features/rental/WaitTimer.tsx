import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTime } from '../../api/serverClock.ts';
import { useNowUntil } from '../../lib/format/useNowUntil.ts';
import styles from './WaitTimer.module.css';

export interface WaitTimerProps {
  /** The end of the wait, in milliseconds since the epoch by the server's clock. */
  until: number;
  /** Shown with the timer during the wait. */
  waiting: (timer: ReactNode) => ReactNode;
  /** Shown after the wait. */
  children: ReactNode;
}

export function WaitTimer({ until, waiting, children }: WaitTimerProps) {
  const { t } = useTranslation('rental');
  const end = deviceTime(until);
  const left = Math.ceil((end - useNowUntil(end, 1000)) / 1000);
  if (left <= 0) return children;
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return waiting(
    <p className={styles['line']}>
      {t(($) => $.success.waitLeft)}{' '}
      <span role="timer" aria-live="off" className={styles['clock']}>
        {clock}
      </span>
    </p>,
  );
}
