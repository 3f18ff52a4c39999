import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceTime } from '../../../api/serverClock.ts';
import { useNowUntil } from '../../../lib/format/useNowUntil.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useAnnounce } from '../../../ui/feedback/messages.ts';
import styles from '../auth.module.css';

export interface ResendCodeProps {
  /** The time from which another code can be requested, in ISO 8601 and by the server's clock. */
  resendAt: string;
  busy: boolean;
  /** The id of the text that explains why no code can be sent at all. */
  blockedBy: string | null;
  onResend: () => void;
}

/**
 * The longest wait that the server requires. If the wait seems longer, this device's clock is wrong.
 */
const longestWaitSeconds = 3600;

function secondsUntil(end: number, now: number): number {
  const seconds = Math.ceil((end - now) / 1000);
  return seconds > 0 && seconds <= longestWaitSeconds ? seconds : 0;
}

/**
 * A button that requests another code. The button is visible during the countdown, too. Screen readers do not announce
 * the countdown beside the button.
 */
export function ResendCode({ resendAt, busy, blockedBy, onResend }: ResendCodeProps) {
  const { t } = useTranslation('auth');
  const announce = useAnnounce();
  const id = useId();
  const end = deviceTime(Date.parse(resendAt));
  const seconds = secondsUntil(end, useNowUntil(end, 1000));
  const ready = seconds === 0;

  const wasWaiting = useRef(false);
  useEffect(() => {
    if (ready && wasWaiting.current) announce(t(($) => $.code.resendNow));
    wasWaiting.current = !ready;
  }, [ready, announce, t]);

  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={styles['resend']}>
      <Button
        variant="text"
        busy={busy}
        onClick={() => (ready ? onResend() : announce(t(($) => $.code.resendEarly)))}
        disabled={blockedBy !== null}
        describedBy={blockedBy ?? (ready ? undefined : id)}
      >
        {busy ? t(($) => $.code.resending) : t(($) => $.code.resend)}
      </Button>
      {ready ? null : (
        <>
          <span id={id} className="visually-hidden">
            {t(($) => $.code.resendEarly)}
          </span>
          <span className={styles['wait']} role="timer" aria-live="off">
            {t(($) => $.code.resendIn, { time })}
          </span>
        </>
      )}
    </div>
  );
}
