import type {
  ChangeVenue,
  CreateVenue,
  VenueChanged,
  VenueShown,
} from '../../../../contract/operators/venues.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { actOnce } from '../../operators/actOnce.ts';
import type { Act } from '../../operators/guard.ts';
import { OpsError } from '../../operators/opsError.ts';
import { nextVersion, refuseStale } from '../../operators/versions.ts';
import { lockMasterData } from '../../stations/saveStations.ts';
import { lockForOperator, setVenue } from '../../stations/stationStates.ts';
import { findRegion } from '../../venues/regions.ts';
import { stationsOfVenue } from '../../venues/stationVenues.ts';
import { insertVenue, lockVenue, updateVenue, type VenueRow } from '../../venues/venues.ts';
import { applyMove, planAllHours } from '../applyTariffs.ts';
import { requireStations, storedIds } from '../requireStations.ts';
import { setState } from '../stationActs.ts';
import { readVenue, venueNotFound } from './readVenue.ts';
import { regionNotFound } from './regionActs.ts';

/*
 * The record of operators contains no personal data, so it has neither the name nor the e-mail address of an owner. It
 * only shows that the name or address has changed.
 */

/** @throws {OpsError} idTaken, regionNotFound, keyReused. */
export function createVenue(
  work: UnitOfWork,
  { id, name, ownerName, statementEmail, language, region }: Omit<CreateVenue, 'why'>,
  act: Act,
): Promise<VenueChanged> {
  const details = { name, region };
  return actOnce(work, { action: 'venue.create', subject: id, details }, act, {
    async run() {
      await requireRegion(work, region);
      const isNew = await insertVenue(work.trx, {
        id,
        name,
        owner_name: ownerName,
        statement_email: statementEmail,
        language,
        region_id: region,
        created_at: work.now,
      });
      if (!isNew) throw new OpsError('idTaken', `There is already a venue ${id}.`);
      return { answer: { venue: await readVenue(work.trx, id) }, after: details };
    },
    again: async () => ({ venue: await readVenue(work.trx, id) }),
  });
}

/** Changes the data of a venue. @throws {OpsError} venueNotFound, venueEnded, regionNotFound, stale, keyReused. */
export function changeVenue(
  work: UnitOfWork,
  id: string,
  { version, ...fields }: Omit<ChangeVenue, 'why'>,
  act: Act,
): Promise<VenueChanged> {
  const { name, region } = fields;
  const details = {
    version,
    fields: Object.keys(fields).toSorted(),
    ...(name !== undefined && { name }),
    ...(region !== undefined && { region }),
  };
  return once(work, id, 'venue.change', details, act, async (row) => {
    const before = await readVenue(work.trx, id);
    refuseStale(row, version, `Venue ${id}`, dataOf(before));
    if (fields.region !== undefined) await requireRegion(work, fields.region);
    const changed = changedFields(dataOf(before), fields);
    if (changed.length === 0) return;
    await updateVenue(work.trx, id, {
      ...(fields.name !== undefined && { name: fields.name }),
      ...(fields.ownerName !== undefined && { owner_name: fields.ownerName }),
      ...(fields.statementEmail !== undefined && { statement_email: fields.statementEmail }),
      ...(fields.language !== undefined && { language: fields.language }),
      ...(fields.region !== undefined && { region_id: fields.region }),
      ...nextVersion(row, changed),
    });
  });
}

const dataOf = ({ name, ownerName, statementEmail, language, region, state }: VenueShown) => ({
  name,
  ownerName,
  statementEmail,
  language,
  region,
  state,
});

function changedFields(before: object, asked: object): string[] {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.entries(asked).flatMap(([field, value]) =>
    known.get(field) === value ? [] : field,
  );
}

/** Pauses a venue and its live stations. @throws {OpsError} venueNotFound, venueEnded, keyReused. */
export function pauseVenue(work: UnitOfWork, id: string, act: Act): Promise<VenueChanged> {
  return once(work, id, 'venue.pause', {}, act, async (row) => {
    if (row.state === 'paused') return;
    const paused = await moveStations(work, await stationsOfVenue(work.trx, id), 'live', 'paused');
    await updateVenue(work.trx, id, {
      state: 'paused',
      paused_stations: paused,
      ...nextVersion(row, ['state']),
    });
  });
}

/**
 * Resumes a venue, and those of its stations that `pauseVenue` paused. @throws as `pauseVenue`
 * does.
 */
export function resumeVenue(work: UnitOfWork, id: string, act: Act): Promise<VenueChanged> {
  return once(work, id, 'venue.resume', {}, act, async (row) => {
    if (row.state === 'active') return;
    const present = new Set(await stationsOfVenue(work.trx, id));
    const paused = row.paused_stations.filter((station) => present.has(station));
    await moveStations(work, paused, 'paused', 'live');
    await updateVenue(work.trx, id, {
      state: 'active',
      paused_stations: [],
      ...nextVersion(row, ['state']),
    });
  });
}

/**
 * Ends a venue for ever. Its stations leave the venue and keep their states. @throws {OpsError} venueNotFound,
 * venueEnded, pricesWouldChange, keyReused.
 */
export function endVenue(work: UnitOfWork, id: string, act: Act): Promise<VenueChanged> {
  return once(work, id, 'venue.end', {}, act, async (row) => {
    const leaving = await stationsOfVenue(work.trx, id);
    await applyMove(work, leaving, () => setVenue(work, leaving, null));
    await updateVenue(work.trx, id, {
      state: 'ended',
      paused_stations: [],
      ...nextVersion(row, ['state']),
    });
  });
}

/**
 * Puts stations into a venue. A station that is in another venue leaves it.
 *
 * @throws {OpsError} venueNotFound, venueEnded, stationNotFound, pricesWouldChange, keyReused.
 */
export function assignStations(
  work: UnitOfWork,
  id: string,
  stations: readonly string[],
  act: Act,
): Promise<VenueChanged> {
  const ids = storedIds(stations);
  return once(work, id, 'venue.assignStations', { stations: ids }, act, async () => {
    await requireStations(work, ids);
    await applyMove(work, ids, () => setVenue(work, ids, id));
    await planAllHours(work);
  });
}

/**
 * Takes stations out of a venue. Stations that are not in it do not change.
 *
 * @throws {OpsError} venueNotFound, venueEnded, stationNotFound, pricesWouldChange, keyReused.
 */
export function removeStations(
  work: UnitOfWork,
  id: string,
  stations: readonly string[],
  act: Act,
): Promise<VenueChanged> {
  const ids = storedIds(stations);
  return once(work, id, 'venue.removeStations', { stations: ids }, act, async () => {
    await requireStations(work, ids);
    const present = new Set(await stationsOfVenue(work.trx, id));
    const leaving = ids.filter((station) => present.has(station));
    await applyMove(work, leaving, () => setVenue(work, leaving, null));
  });
}

/** Runs a change of a venue once for each idempotency key, and records the venue before and after the change. */
function once(
  work: UnitOfWork,
  id: string,
  action: string,
  details: object,
  act: Act,
  change: (row: VenueRow) => Promise<void>,
): Promise<VenueChanged> {
  return actOnce(work, { action, subject: id, details }, act, {
    async run() {
      // This lock makes imports wait, because they put stations into venues, too.
      await lockMasterData(work.trx);
      const row = await lockVenue(work.trx, id);
      if (!row) throw venueNotFound(id);
      if (row.state === 'ended') {
        throw new OpsError('venueEnded', `Venue ${id} has ended, which is final.`);
      }
      const before = await factsOf(work, id);
      await change(row);
      const after = await factsOf(work, id);
      return { answer: { venue: after.venue }, before: before.facts, after: after.facts };
    },
    again: async () => ({ venue: await readVenue(work.trx, id) }),
  });
}

async function factsOf(
  { trx }: UnitOfWork,
  id: string,
): Promise<{ venue: VenueShown; facts: object }> {
  const venue = await readVenue(trx, id);
  const { name, region, state, stations } = venue;
  return { venue, facts: { name, region, state, stations } };
}

/**
 * Changes stations from the state `from` to the state `to`. Stations in other states do not change.
 * Returns the ids of the changed stations.
 */
async function moveStations(
  work: UnitOfWork,
  ids: readonly string[],
  from: 'live' | 'paused',
  to: 'live' | 'paused',
): Promise<string[]> {
  const moved: string[] = [];
  for (const id of ids) {
    const station = await lockForOperator(work, id);
    if (station?.state !== from) continue;
    await setState(work, station, to);
    moved.push(id);
  }
  return moved;
}

async function requireRegion({ trx }: UnitOfWork, id: string): Promise<void> {
  if (!(await findRegion(trx, id))) throw regionNotFound(id);
}
