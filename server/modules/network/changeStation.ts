import type {
  ChangeStation,
  OpsStationRead,
  StationData,
  StationDataChanged,
} from '../../../contract/operators/stations.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { refuseStale } from '../operators/versions.ts';
import type { StationRow } from '../stations/liveState.ts';
import { saveStations } from '../stations/saveStations.ts';
import { lockForOperator, readForOperator } from '../stations/stationStates.ts';
import { applyMove, planAllHours } from './applyTariffs.ts';
import { looksSwapped } from './import/fields.ts';
import { readDraft } from './import/readDraft.ts';
import { stationNotFound } from './requireStations.ts';
import { readStation } from './stationActs.ts';

/** A station with the data that operators can change. @throws {OpsError} stationNotFound. */
export async function readStationData(db: Db, typed: string): Promise<OpsStationRead> {
  const station = await readStation(db, typed);
  const row = await readForOperator(db, station.id);
  if (!row) throw stationNotFound(typed);
  return { ...station, version: row.version, data: dataOf(row) };
}

const dataOf = (row: StationRow): StationData => ({
  name: row.name,
  address: row.address,
  lat: row.lat,
  lng: row.lng,
  hours: row.hours,
  timeZone: row.time_zone,
  floor: row.floor,
  hint: row.hint,
  photo: row.photo,
  layout: row.layout,
});

/**
 * Changes the data of a station, with the checks of an import.
 *
 * @throws {OpsError} stationNotFound, stationRetired, stationInvalid, stale, pricesWouldChange, keyReused.
 */
export function changeStation(
  work: UnitOfWork,
  typed: string,
  { version, ...fields }: Omit<ChangeStation, 'why'>,
  act: Act,
): Promise<StationDataChanged> {
  const id = parseStationId(typed) ?? typed;
  const details = { version, ...fields };
  return actOnce(work, { action: 'station.change', subject: id, details }, act, {
    async run() {
      const row = await lockForOperator(work, id);
      if (!row) throw stationNotFound(typed);
      if (row.state === 'retired') {
        throw new OpsError('stationRetired', `Station ${id} is retired, which is final.`);
      }
      const before = dataOf(row);
      refuseStale(row, version, `Station ${id}`, { ...before, venue: row.venue_id });
      const record = { ...checked(id, changed(before, fields)), slots: row.slots };
      const { own_tariff_id: tariffId, venue_id: venueId, source } = row;
      const stored = { ...record, id, tariffId, venueId, source, secretHash: null };
      // A new time zone can change which tariff is in force, because the hours of assignments are in local time.
      await applyMove(work, [id], () => saveStations(work.trx, [stored], work.now));
      work.stationChanged(id);
      if (record.timeZone !== before.timeZone) await planAllHours(work);
      const station = await readStationData(work.trx, id);
      return { answer: { station }, before, after: station.data };
    },
    again: async () => ({ station: await readStationData(work.trx, id) }),
  });
}

function changed(before: StationData, fields: Omit<ChangeStation, 'why' | 'version'>): StationData {
  // A given null replaces the stored value, because null empties a field.
  const orBefore = <T>(given: T | undefined, stored: T): T =>
    given === undefined ? stored : given;
  return {
    name: orBefore(fields.name, before.name),
    address: orBefore(fields.address, before.address),
    lat: orBefore(fields.lat, before.lat),
    lng: orBefore(fields.lng, before.lng),
    hours: orBefore(fields.hours, before.hours),
    timeZone: orBefore(fields.timeZone, before.timeZone),
    floor: orBefore(fields.floor, before.floor),
    hint: orBefore(fields.hint, before.hint),
    photo: orBefore(fields.photo, before.photo),
    layout: orBefore(fields.layout, before.layout),
  };
}

/** The data in the form in which an import stores them. @throws {OpsError} stationInvalid. */
function checked(id: string, data: StationData): StationData {
  const { draft, problems } = readDraft({ unit: 'station', at: 1, draft: { ...data, id } });
  const all = [
    ...problems,
    ...(looksSwapped(draft, data.timeZone)
      ? [
          `position ${data.lat}, ${data.lng} is far from ${data.timeZone}: are latitude and longitude swapped?`,
        ]
      : []),
  ];
  if (all.length > 0) throw new OpsError('stationInvalid', `${all.join('; ')}.`);
  const { name, lat, lng, address, hours, timeZone, floor, hint, photo, layout } = draft;
  return {
    name,
    lat,
    lng,
    address: address ?? data.address,
    hours: hours ?? data.hours,
    timeZone: timeZone ?? data.timeZone,
    floor: floor ?? null,
    hint: hint ?? null,
    photo: photo ?? null,
    layout: layout ?? null,
  };
}
