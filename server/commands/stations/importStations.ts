import { randomBytes, randomInt } from 'node:crypto';
import { makeStationId } from '../../../contract/rules/places/stationId.ts';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { hashStationSecret } from '../../gateway/secrets.ts';
import {
  compareStations,
  lockMasterData,
  saveStations,
  type Saved,
  type StationRecord,
} from '../../modules/stations/saveStations.ts';
import { batches } from './batches.ts';
import { checkEntries, type Checked } from './checkEntries.ts';
import { FileError, whereIs, type Draft, type Entry } from './entry.ts';
import { existingStations, stationOf, type ExistingStation } from './existingStations.ts';
import { fillIds } from './fillIds.ts';
import { freshIds } from './freshIds.ts';
import { readOptions, type ImportOptions } from './importOptions.ts';
import { NewFile } from './newFile.ts';
import { readEntries } from './readEntries.ts';

const allDay = Array.from({ length: 7 }, () => '00:00-24:00');

/**
 * Imports all stations of a file, or none of them. It checks the whole file first, then writes in one
 * transaction. It reads the file twice and does not store it, so that memory use does not grow with the
 * number of rows.
 *
 * @throws {FileError} whose message lists the errors.
 */
export async function importStations(db: Db, now: Date, options: ImportOptions): Promise<Saved> {
  const files: NewFile[] = [];
  const create = async (path: string | null, mode: number) => {
    if (path === null || options.dryRun) return null;
    const file = await NewFile.create(path, mode);
    files.push(file);
    return file;
  };
  try {
    return await inTransaction(db, async (trx) => {
      // If the database repeats the transaction, the output files are written again from the start.
      for (const file of files.splice(0)) await file.discard();
      // Without this lock, two imports at the same time could give two stations the same id.
      await lockMasterData(trx);
      const tariffs = await tariffIds(trx);
      const given = { ...options, tariff: options.tariff ?? onlyOf(tariffs) };
      const checked = await checkEntries(trx, given, tariffs);
      if (checked.problems.count > 0) throw new FileError(explain(checked));
      refuseWithoutSecrets(checked, options);
      const ids = await create(checked.withoutId > 0 ? options.idsFile : null, 0o666);
      if (ids) await fillIds(trx, options.file, { filled: ids, ids: checked.ids });
      const secrets = await create(checked.added > 0 ? options.secretsFile : null, 0o600);
      await secrets?.write('id,secret\n');
      const file = (ids && options.idsFile) ?? options.file;
      const saved = await writeEntries(trx, { ...given, file }, { now, secrets });
      // The files must be on the disk before the commit, because a cabinet whose secret is lost could never
      // connect.
      await ids?.finish();
      await secrets?.finish();
      return saved;
    });
  } catch (error) {
    for (const file of files) {
      // The result of a failed commit is unknown. The secrets of a finished file may be in use.
      if (!file.isFinished) await file.discard();
    }
    throw error;
  }
}

async function tariffIds(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('tariffs').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The default tariff: the only tariff; null if there are several. */
function onlyOf(tariffs: readonly string[]): string | null {
  return tariffs.length === 1 ? (tariffs[0] ?? null) : null;
}

function explain({ problems, rows }: Checked): string {
  const count = problems.count === 1 ? 'There is one error' : `There are ${problems.count} errors`;
  return `${count} in ${rows} rows. Nothing was imported.\n${problems.toString()}`;
}

function refuseWithoutSecrets({ added }: Checked, { secretsFile, dryRun }: ImportOptions): void {
  if (added === 0 || secretsFile !== null || dryRun) return;
  const stations = added === 1 ? 'One station is new' : `${added} stations are new`;
  throw new FileError(
    `${stations}. Each new cabinet needs a secret to connect. ` +
      'Give a file for the secrets: --secrets FILE. Nothing was imported.',
  );
}

async function writeEntries(
  trx: Trx,
  options: ImportOptions,
  { now, secrets }: { now: Date; secrets: NewFile | null },
): Promise<Saved> {
  const total: Saved = { inserted: 0, updated: 0, unchanged: 0 };
  for await (const batch of batches(readEntries(options.file, readOptions(options)))) {
    const drafts = batch.map((entry) => draftOf(entry));
    const existing = await existingStations(trx, drafts);
    const fresh = await freshIds(
      trx,
      drafts.flatMap((draft) =>
        draft.id === null && !stationOf(draft, existing) ? (draft.source ?? []) : [],
      ),
    );
    const secretLines: string[] = [];
    const records = drafts.map((draft) => {
      const known = stationOf(draft, existing);
      const id =
        draft.id ??
        known?.id ??
        fresh.get(draft.source ?? '') ??
        makeStationId((below) => randomInt(below));
      const secret = known ? null : randomBytes(32).toString('base64url');
      if (secret) secretLines.push(`${id},${secret}\n`);
      return complete({ ...draft, id }, known, secret, options);
    });
    await secrets?.write(secretLines.join(''));
    const saved = options.dryRun
      ? await compareStations(trx, records)
      : await saveStations(trx, records, now);
    total.inserted += saved.inserted;
    total.updated += saved.updated;
    total.unchanged += saved.unchanged;
  }
  return total;
}

/** The draft of an entry that was valid in the first reading. */
function draftOf(entry: Entry): Draft {
  const { draft, problems } = entry;
  if (problems.length > 0) {
    throw new FileError(`The file changed while it was read (${whereIs(entry)}).`);
  }
  return draft;
}

/**
 * Adds the values that the file leaves out. An existing station keeps its stored values, and a new
 * station gets the defaults.
 */
function complete(
  draft: Draft & { id: string },
  known: ExistingStation | undefined,
  secret: string | null,
  options: Pick<ImportOptions, 'tariff' | 'timeZone'>,
): StationRecord {
  const orKnown = <T>(given: T | undefined, before: T | undefined, otherwise: T): T =>
    given !== undefined ? given : before !== undefined ? before : otherwise;
  return {
    id: draft.id,
    name: draft.name,
    lat: draft.lat,
    lng: draft.lng,
    address: orKnown(draft.address, known?.address, ''),
    hours: orKnown(draft.hours, known?.hours, allDay),
    timeZone: orKnown(draft.timeZone, known?.time_zone, options.timeZone ?? ''),
    floor: orKnown(draft.floor, known?.floor, null),
    hint: orKnown(draft.hint, known?.hint, null),
    photo: orKnown(draft.photo, known?.photo, null),
    tariffId: orKnown(draft.tariff, known?.tariff_id, options.tariff ?? ''),
    layout: orKnown(draft.layout, known?.layout, null),
    slots: orKnown(draft.slots, known?.slots, 0),
    source: orKnown(draft.source, known?.source, null),
    secretHash: secret === null ? null : hashStationSecret(secret),
  };
}
