import type {
  OpsStation,
  StationChanged,
  StationState,
} from '../../../contract/operators/stations.ts';
import type { ReservationKind } from '../../../contract/reservations.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { dropReservationsAt } from '../reservations/reservations.ts';
import type { StationRow } from '../stations/liveState.ts';
import { findOpsStation } from '../stations/operatorStations.ts';
import { lockForOperator, setStationState } from '../stations/stationStates.ts';
import { stationNotFound } from './requireStations.ts';

/**
 * The kinds of reservations that end when a station changes to a state. A paused station still
 * takes returns, so slots stay reserved.
 */
const endedReservations: Record<StationState, readonly ReservationKind[]> = {
  live: [],
  paused: ['charger'],
  retired: ['charger', 'slot'],
};

const actions = { live: 'station.resume', paused: 'station.pause', retired: 'station.retire' };

/**
 * Pauses, resumes or retires a station. A paused station lends no chargers, but takes returns. A retired station leaves
 * the map, the search and the feed for ever, and still takes returns.
 *
 * @throws {OpsError} stationNotFound, stationRetired, keyReused.
 */
export async function changeState(
  work: UnitOfWork,
  typed: string,
  state: StationState,
  act: Act,
): Promise<StationChanged> {
  const id = parseStationId(typed) ?? typed;
  return actOnce(work, { action: actions[state], subject: id }, act, {
    async run() {
      const before = await lockForOperator(work, id);
      if (!before) throw stationNotFound(typed);
      if (before.state === 'retired' && state !== 'retired') {
        throw new OpsError('stationRetired', `Station ${id} is retired, which is final.`);
      }
      const reservations = before.state === state ? 0 : await setState(work, before, state);
      return {
        answer: { station: await readStation(work.trx, id) },
        made: { endedReservations: reservations },
        before: { state: before.state },
        after: { state },
      };
    },
    again: async () => ({ station: await readStation(work.trx, id) }),
  });
}

/** Changes the state of a locked station. Returns the number of reservations that end. */
export async function setState(
  work: UnitOfWork,
  station: StationRow,
  state: StationState,
): Promise<number> {
  await setStationState(work, station, state);
  return dropReservationsAt(work, station.id, endedReservations[state]);
}

/** Reads a station. The id may be in any form that people type. @throws {OpsError} stationNotFound. */
export async function readStation(db: Db, typed: string): Promise<OpsStation> {
  const station = await findOpsStation(db, parseStationId(typed) ?? typed);
  if (!station) throw stationNotFound(typed);
  return station;
}
