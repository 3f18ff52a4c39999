import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  ImportEntry,
  ImportStations,
  StationsImported,
} from '../../../contract/operators/stations.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import type { ExistingStation } from '../stations/existingStations.ts';
import {
  lockMasterData,
  saveStations,
  type Saved,
  type StationRecord,
} from '../stations/saveStations.ts';
import { tariffForAll } from '../tariffs/assignments.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { openVenues } from '../venues/venues.ts';
import { applyMove, planAllHours } from './applyTariffs.ts';
import { checkEntries } from './import/checkEntries.ts';
import { completeDrafts, type Completed } from './import/completeDrafts.ts';
import { whereIs } from './import/entry.ts';
import type { Problems } from './import/problems.ts';
import { readDraft } from './import/readDraft.ts';

type Asked = Omit<ImportStations, 'why' | 'dryRun'>;

/**
 * Imports all stations of a page of a file, or none of them. New stations have no secrets yet.
 *
 * @throws {OpsError} importRefused with all errors of the page, pricesWouldChange, keyReused.
 */
export function importStations(
  work: UnitOfWork,
  { entries, tariff, timeZone }: Asked,
  act: Act,
): Promise<StationsImported> {
  const given = { tariff, timeZone };
  const details = { entries: entries.length, file: hashOf(entries), ...given };
  const asked = { action: 'station.import', subject: null, details };
  return actOnce<Imported>(work, asked, act, {
    async run() {
      const { saved, completed, ids } = await save(work, entries, given);
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

/**
 * The error that rolls the transaction of a dry run back, so that the database keeps no changes of
 * the dry run.
 */
class DryRun extends Error {
  override readonly name = 'DryRun';
  readonly saved: Saved;

  constructor(saved: Saved) {
    super('a dry run changes nothing');
    this.saved = saved;
  }
}

/**
 * Imports the entries and rolls the transaction back, to show what an import would change. @throws {OpsError}
 * importRefused, pricesWouldChange.
 */
export async function tryImport(
  deps: Parameters<typeof transact>[0],
  { entries, tariff, timeZone }: Asked,
): Promise<StationsImported> {
  try {
    return await transact(deps, async (work) => {
      const { saved } = await save(work, entries, { tariff, timeZone });
      throw new DryRun(saved);
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    return { ...error.saved, ids: [], repeated: false };
  }
}

async function save(
  work: UnitOfWork,
  entries: readonly ImportEntry[],
  given: { tariff: string | null; timeZone: string | null },
): Promise<Prepared & { saved: Saved }> {
  const prepared = await prepare(work, entries, given);
  const stations = prepared.records.map(({ id }) => id);
  const saved = await applyMove(work, stations, () =>
    saveStations(work.trx, prepared.records, work.now),
  );
  for (const id of stations) work.stationChanged(id);
  await planAllHours(work);
  return { ...prepared, saved };
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

/** Checks all entries, and adds the values that the entries do not contain. */
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
  const problems = await checkEntries(trx, entries, defaults, { tariffs, venues });
  refuseProblems(problems, entries.length);
  const drafts = entries.map(({ draft }) => draft);
  const completed = await completeDrafts(trx, drafts, defaults);
  for (const [at, entry] of entries.entries()) {
    const refusal = refusalOf(completed[at]);
    if (refusal !== null) problems.add(whereIs(entry), refusal);
  }
  refuseProblems(problems, entries.length);
  return {
    records: completed.map(({ record }) => record),
    completed,
    ids: entries.flatMap(({ draft, at }, index) => {
      const made = completed[index];
      return draft.id === null && made && !made.known ? [{ at, id: made.record.id }] : [];
    }),
  };
}

/**
 * Returns why the import refuses a row; null if it does not. It refuses a row for a retired station, and
 * another tariff for a station that has ever connected, because riders may use this station.
 */
function refusalOf({ known, record }: Partial<Completed> = {}): string | null {
  if (!known || !record) return null;
  if (known.state === 'retired') return `station ${known.id} is retired`;
  if (known.last_seen_at === null || known.own_tariff_id === record.tariffId) return null;
  return `station ${known.id} is in use with the tariff ${known.tariff_id}: change it with tariffs assign`;
}

function refuseProblems(problems: Problems, rows: number): void {
  if (problems.all.length === 0) return;
  throw new OpsError('importRefused', problems.explain(rows), { problems: [...problems.all] });
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
