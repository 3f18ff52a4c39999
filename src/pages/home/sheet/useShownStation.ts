import { useEffect, useRef, useState } from 'react';

/**
 * Changes from the list to the sheet of a station, or back, with a motion.
 *
 * @param shownId the id of the station in the sheet; null if the list is shown.
 * @param nextId the id of the station in the sheet after the change; null if the list is then shown.
 */
type StationMover = (shownId: string | null, nextId: string | null, change: () => void) => void;

let mover: StationMover | null = null;

/** The motion's code loads after the first screen. Until then, the sheet changes without a motion. */
export function setStationMover(move: StationMover): void {
  mover = move;
}

/**
 * Returns the station to show in the sheet, or null for the list. Until the motion begins, this is the station of the
 * previous address. After that, it is the station `id` of the current address.
 */
export function useShownStation(id: string | null): string | null {
  const [shown, show] = useState(id);
  const latest = useRef(id);
  const isMoving = shown !== id && mover !== null;
  useEffect(() => {
    latest.current = id;
    if (isMoving) mover?.(shown, id, () => show(latest.current));
  }, [isMoving, shown, id]);
  if (shown !== id && !isMoving) show(id);
  return isMoving ? shown : id;
}
