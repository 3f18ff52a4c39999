import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../contract/orders.ts';
import { mostPauses, pauseAt } from '../../../contract/rules/pricing/pauses.ts';
import { isApiError } from '../../api/apiError.ts';
import { useConnection } from '../../api/connection.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatTime } from '../../lib/format/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DatedText } from '../../ui/display/DatedText.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import styles from './ReserveButton.module.css';
import './reservationTexts.ts';
import { usePauseAtFullStationMutation } from './reservationsApi.ts';
import { useReportableSlot } from './useReservation.ts';

export interface FullStationProps {
  order: Pick<Order, 'id' | 'pauses' | 'claim'>;
  /** The station on the screen. Null means that the button is for the reserved slot at any station. */
  stationId: string | null;
}

/**
 * The button "The station is full" of a rider with a reserved slot. It stops the clock of the rental while the
 * rider goes to another station.
 */
export function FullStation({ order, stationId }: FullStationProps) {
  const { t } = useTranslation('reservations');
  const reportable = useReportableSlot();
  const isOffline = useConnection() === 'offline';
  const [pause, { error, isLoading }] = usePauseAtFullStationMutation();
  const errorText = useErrorText();
  const announce = useAnnounce();
  const now = useServerNow(5_000);
  const paused = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);

  const running = pauseAt(order.pauses, now);
  const time = running === null ? null : formatTime(running.endsAt);
  const message = time === null ? null : t(($) => $.paused, { time });
  // The pressed button has disappeared, so the focus moves to the text that replaces it.
  useEffect(() => {
    if (message === null || !pressed.current) return;
    pressed.current = false;
    paused.current?.focus({ preventScroll: true });
    announce(message);
  }, [message, announce]);

  if (message !== null && time !== null) {
    return (
      <p className={styles['paused']} ref={paused} tabIndex={-1}>
        <DatedText text={message} dates={[time]} />
      </p>
    );
  }
  if (reportable === null || order.claim?.endedAt === null) return null;
  const { slot, minutes } = reportable;
  if (stationId !== null && slot.stationId !== stationId) return null;
  if ((order.pauses?.length ?? 0) >= mostPauses) return null;

  const problem = () => {
    if (error === undefined || isLoading || isOffline) return null;
    const count = isApiError(error) && error.code === 'slotsFree' ? error.freeSlots : undefined;
    if (count === undefined) return errorText(error);
    return t(($) => $.fullFree, { count, name: slot.stationName });
  };
  const refusal = problem();
  const reasonId = 'full-station-reason';
  return (
    <div className={styles['full']}>
      <p className={styles['reason']}>{t(($) => $.fullExplain, { count: minutes })}</p>
      <Button
        variant="quiet"
        busy={isLoading}
        disabled={isOffline}
        describedBy={isOffline ? reasonId : undefined}
        onClick={() => {
          pressed.current = true;
          void pause({ orderId: order.id, slot });
        }}
      >
        {t(($) => $.full)}
      </Button>
      {isOffline ? (
        <p className={styles['reason']} id={reasonId}>
          {t(($) => $.fullOffline)}
        </p>
      ) : null}
      {refusal === null ? null : <p role="alert">{refusal}</p>}
    </div>
  );
}
