import { useEffect, useRef, useState } from 'react';
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
  order: Pick<Order, 'id' | 'pauses'>;
  /** The station on the screen. Null means that the button is for the reserved slot at any station. */
  stationId: string | null;
  /** Whether the rider's claim of a return has stopped the clock. */
  isStopped: boolean;
  /** Called with the order whose clock the server has stopped. */
  onPaused: (order: Order) => void;
}

/**
 * The button "Report a full station" for a rider with a reserved slot. It stops the clock of the rental while the rider
 * goes to another station.
 */
export function FullStation({ order, stationId, isStopped, onPaused }: FullStationProps) {
  const { t } = useTranslation('reservations');
  const announce = useAnnounce();
  const now = useServerNow(5_000);
  const line = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);

  const pause = isStopped ? null : pauseAt(order.pauses, now);
  const isPaused = pause !== null;
  const [wasPaused, setWasPaused] = useState(isPaused);
  if (isPaused && !wasPaused) setWasPaused(true);
  const time = pause === null ? '' : formatTime(pause.endsAt);
  const after = wasPaused && !isStopped ? t(($) => $.runsAgain) : null;
  const text = isPaused ? t(($) => $.paused, { time }) : after;

  const before = useRef(isPaused);
  useEffect(() => {
    if (before.current === isPaused) return;
    before.current = isPaused;
    if (text === null) return;
    // The pressed button has disappeared, so the focus moves to the text that replaces it. When the
    // pause ends, the same element shows another text and keeps the focus.
    if (pressed.current) line.current?.focus({ preventScroll: true });
    pressed.current = false;
    announce(text);
  }, [isPaused, text, announce]);

  return (
    <>
      {text === null ? null : (
        <p className={styles['paused']} ref={line} tabIndex={-1}>
          <DatedText text={text} dates={[time]} />
        </p>
      )}
      {isPaused || isStopped || (order.pauses?.length ?? 0) >= mostPauses ? null : (
        <FullButton
          orderId={order.id}
          stationId={stationId}
          onPress={() => (pressed.current = true)}
          onPaused={onPaused}
        />
      )}
    </>
  );
}

interface FullButtonProps extends Pick<FullStationProps, 'stationId' | 'onPaused'> {
  orderId: string;
  onPress: () => void;
}

function FullButton({ orderId, stationId, onPress, onPaused }: FullButtonProps) {
  const { t } = useTranslation('reservations');
  const reportable = useReportableSlot();
  const isOffline = useConnection() === 'offline';
  const [pause, { error, isLoading }] = usePauseAtFullStationMutation();
  const errorText = useErrorText();
  if (reportable === null) return null;
  const { slot, minutes } = reportable;
  if (stationId !== null && slot.stationId !== stationId) return null;

  const press = async () => {
    onPress();
    const { data } = await pause({ orderId, slot });
    if (data !== undefined) onPaused(data);
  };
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
      <Button
        variant="text"
        busy={isLoading}
        disabled={isOffline}
        describedBy={reasonId}
        onClick={() => void press()}
      >
        {t(($) => $.full)}
      </Button>
      <p className={styles['reason']} id={reasonId}>
        {isOffline ? t(($) => $.fullOffline) : t(($) => $.fullExplain, { count: minutes })}
      </p>
      {refusal === null ? null : <p role="alert">{refusal}</p>}
    </div>
  );
}
