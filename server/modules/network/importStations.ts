import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  ImportEntry,
  ImportStations,
  StationsImported,
} from '../../../contract/operators/stations.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import type { ExistingStation } from '../stations/existingStations.ts';
import {
  compareStations,
  lockMasterData,
  saveStations,
  type StationRecord,
} from '../stations/saveStations.ts';
import { tariffForAll } from '../tariffs/assignments.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { openVenues } from '../venues/venues.ts';
import { applyMove, planAllHours } from './applyTariffs.ts';
import { checkEntries } from './import/checkEntries.ts';
import { completeDrafts, type Completed } from './import/completeDrafts.ts';
import { whereIs, type Entry } from './import/entry.ts';
import { readDraft } from './import/readDraft.ts';

/**
 * Imports all stations of a file, or none of them. New stations have no secrets yet.
 *
 * @throws {OpsError} importRefused with all errors of the file, pricesWouldChange, keyReused.
 */
export function importStations(
  work: UnitOfWork,
  { entries, tariff, timeZone, dryRun }: Omit<ImportStations, 'why'>,
  act: Act,
): Promise<StationsImported> {
  const given = { tariff, timeZone };
  if (dryRun) {
    return prepare(work, entries, given).then(async ({ records }) => ({
      ...(await compareStations(work.trx, records)),
      ids: [],
      repeated: false,
    }));
  }
  const details = { entries: entries.length, file: hashOf(entries), ...given };
  const asked = { action: 'station.import', subject: null, details };
  return actOnce<Imported>(work, asked, act, {
    async run() {
      const { records, completed, ids } = await prepare(work, entries, given);
      const saved = await applyMove(
        work,
        records.map(({ id }) => id),
        () => saveStations(work.trx, records, work.now),
      );
      for (const { id } of records) work.stationChanged(id);
      await planAllHours(work);
      return {
        answer: { ...saved, ids },
        subject: `${entries.length} stations`,
        made: { ...saved, ids },
        ...changesOf(completed),
      };
    },
    again: async (recorded) => Imported.parse(recorded.details),
  });
}

const Imported = z.object({
  inserted: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  ids: z.array(z.object({ at: z.int(), id: z.string() })),
});
type Imported = z.infer<typeof Imported>;

interface Prepared {
  records: StationRecord[];
  completed: Completed[];
  /** The new ids of rows without an id. */
  ids: Imported['ids'];
}

/** Checks all entries, and adds what they leave out. */
async function prepare(
  work: UnitOfWork,
  given: readonly ImportEntry[],
  asked: { tariff: string | null; timeZone: string | null },
): Promise<Prepared> {
  const { trx } = work;
  // Without this lock, two imports at the same time could give two stations the same id.
  await lockMasterData(trx);
  const tariffs = (await allTariffs(trx)).map(({ id }) => id);
  const venues = await openVenues(trx);
  const only = tariffs.length === 1 ? (tariffs[0] ?? null) : null;
  const defaults = {
    timeZone: asked.timeZone,
    tariff: asked.tariff ?? only ?? (await tariffForAll(trx, work.now)),
  };
  const entries = given.map((entry) => readDraft(entry));
  const { problems, rows } = await checkEntries(trx, each(entries), defaults, { tariffs, venues });
  if (problems.count > 0) throw refused(problems.count, rows, String(problems));
  const drafts = entries.map(({ draft }) => draft);
  const completed = await completeDrafts(trx, drafts, defaults);
  const refusals = entries.flatMap((entry, at) => refusalsOf(entry, completed[at]));
  if (refusals.length > 0) throw refused(refusals.length, rows, refusals.join('\n'));
  return {
    records: completed.map(({ record }) => record),
    completed,
    ids: entries.flatMap(({ draft, at }, index) => {
      const made = completed[index];
      return draft.id === null && made && !made.known ? [{ at, id: made.record.id }] : [];
    }),
  };
}

async function* each(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

/** What only the running server refuses: changes that need another verb. */
function refusalsOf(entry: Entry, completed: Completed | undefined): string[] {
  const { known, record } = completed ?? {};
  if (!known || !record) return [];
  const refusals = [];
  if (known.state === 'retired') refusals.push(`station ${known.id} is retired`);
  else if (known.last_seen_at !== null && known.own_tariff_id !== record.tariffId) {
    refusals.push(
      `station ${known.id} is in use with the tariff ${known.tariff_id}: change it with tariffs assign`,
    );
  }
  return refusals.map((refusal) => `  ${whereIs(entry)}: ${refusal}`);
}

function refused(count: number, rows: number, list: string): OpsError {
  const errors = count === 1 ? 'There is one error' : `There are ${count} errors`;
  return new OpsError('importRefused', `${errors} in ${rows} rows. Nothing was imported.\n${list}`);
}

/** The stored and the new values of changed stations, and the ids of new ones, for the record of operators. */
function changesOf(completed: readonly Completed[]): { before: object; after: object } {
  const [before, after]: Record<string, object>[] = [{}, {}];
  const added: string[] = [];
  for (const { record, known } of completed) {
    if (!known) {
      added.push(record.id);
      continue;
    }
    const [then, now] = [valuesOf(known), valuesOf(toStored(record))];
    const changed = fields.filter(
      (field) => JSON.stringify(then[field]) !== JSON.stringify(now[field]),
    );
    if (changed.length === 0 || !before || !after) continue;
    before[record.id] = Object.fromEntries(changed.map((field) => [field, then[field]]));
    after[record.id] = Object.fromEntries(changed.map((field) => [field, now[field]]));
  }
  return { before: { changed: before }, after: { changed: after, added } };
}

const fields = [
  'name',
  'address',
  'lat',
  'lng',
  'hours',
  'time_zone',
  'floor',
  'hint',
  'photo',
  'own_tariff_id',
  'venue_id',
  'slots',
  'layout',
  'source',
] as const;
type Values = Pick<ExistingStation, (typeof fields)[number]>;

const valuesOf = (station: Values): Values => station;

function toStored(record: StationRecord): Values {
  return {
    ...record,
    time_zone: record.timeZone,
    own_tariff_id: record.tariffId,
    venue_id: record.venueId,
  };
}

function hashOf(entries: readonly ImportEntry[]): string {
  return createHash('sha256').update(JSON.stringify(entries)).digest('hex');
}
