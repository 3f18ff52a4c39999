import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReservationKind } from '../../../contract/reservations.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { useConnection } from '../../api/connection.ts';
import { useErrorText } from '../../api/useErrorText.ts';
import { formatTime } from '../../lib/format/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DatedText } from '../../ui/display/DatedText.tsx';
import { useAnnounce } from '../../ui/feedback/messages.ts';
import styles from './ReserveButton.module.css';
import './reservationTexts.ts';
import { useCancelReservationMutation, useReserveMutation } from './reservationsApi.ts';
import { useReservation } from './useReservation.ts';

export interface ReserveButtonProps {
  kind: ReservationKind;
  /** The station on the screen. If it is null, the rider can only see and cancel an existing reservation. */
  station: Pick<StationSummary, 'id' | 'online' | 'chargers' | 'freeSlots'> | null;
  /**
   * Whether the venue of the station is closed. If it is closed, a warning is shown, because the
   * rider may be unable to take the reserved charger.
   */
  isClosed?: boolean;
}

/** Whether the panel that React removes in this update had the focus. */
let removedPanelHadFocus = false;

/** Reserves a charger or a free slot at a station, and shows the remaining time of the reservation. */
export function ReserveButton({ kind, station, isClosed = false }: ReserveButtonProps) {
  const { t } = useTranslation('reservations');
  const view = useReservation(kind);
  const isOffline = useConnection() === 'offline';
  const [reserve, { error: refusal, isLoading: isReserving }] = useReserveMutation();
  const [cancel, { error: failure, isLoading: isCancelling }] = useCancelReservationMutation();
  const errorText = useErrorText();
  const announce = useAnnounce();
  const container = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);

  const current = view?.current ?? null;
  const time = current && formatTime(current.expiresAt);
  const isElsewhere = current !== null && current.stationId !== station?.id;
  const text = () => {
    if (current === null || time === null) return null;
    const name = current.stationName;
    if (kind === 'charger') {
      return current.stationId === station?.id
        ? t(($) => $.chargerHere, { time })
        : t(($) => $.chargerElsewhere, { name, time });
    }
    return current.stationId === station?.id
      ? t(($) => $.slotHere, { time })
      : t(($) => $.slotElsewhere, { name, time });
  };
  const message = text();
  const id = current?.id;
  const before = useRef(id);
  // If the pressed button has disappeared, move the focus to the button that replaces it.
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    if (!pressed.current) return;
    pressed.current = false;
    container.current?.querySelector('button')?.focus({ preventScroll: true });
    announce(message ?? t(($) => $.cancelled));
  }, [id, message, announce, t]);
  // When a reservation begins, a page may show the panel at another position. If the removed panel had the focus, the
  // new panel takes the focus.
  useLayoutEffect(() => {
    const panel = () => container.current;
    if (removedPanelHadFocus) panel()?.querySelector('button')?.focus({ preventScroll: true });
    return () => {
      removedPanelHadFocus = panel()?.contains(document.activeElement) ?? false;
      queueMicrotask(() => (removedPanelHadFocus = false));
    };
  }, []);

  if (view === null || view.minutes === 0) return null;
  const has = station && (kind === 'charger' ? station.chargers : station.freeSlots) > 0;
  if (current === null && !(station?.online && has)) return null;
  const failed = isReserving || isCancelling ? undefined : (refusal ?? failure);
  const problem = failed && !isOffline ? errorText(failed) : null;
  const reasonId = `reserve-${kind}-reason`;
  const warningId = `reserve-${kind}-warning`;
  const isWarned = isClosed && !isElsewhere;
  const press = () => {
    pressed.current = true;
    if (current !== null) void cancel(current);
    else if (station !== null) void reserve({ kind, stationId: station.id });
  };
  const count = view.minutes;
  const label = () => {
    if (current !== null) return t(($) => $.cancel);
    return kind === 'charger' ? t(($) => $.charger, { count }) : t(($) => $.slot, { count });
  };
  return (
    <div className={styles['reserve']} ref={container}>
      {message === null || time === null ? null : (
        <div>
          <p className={styles['until']}>
            <DatedText text={message} dates={[time]} />
          </p>
          <p className={styles['note']}>{t(($) => $.left, { count: view.left })}</p>
        </div>
      )}
      {isWarned ? (
        <p className={styles['note']} id={warningId}>
          {t(($) => $.closed)}
        </p>
      ) : null}
      <Button
        variant={current === null ? 'quiet' : 'text'}
        busy={isReserving || isCancelling}
        describedBy={isOffline ? reasonId : isWarned ? warningId : undefined}
        disabled={isOffline}
        onClick={press}
      >
        {label()}
      </Button>
      {isOffline ? (
        <p className={styles['reason']} id={reasonId}>
          {t(($) => $.offline)}
        </p>
      ) : null}
      {problem === null ? null : <p role="alert">{problem}</p>}
    </div>
  );
}
