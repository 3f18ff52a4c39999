import { randomBytes } from 'node:crypto';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { hashStationSecret } from '../../gateway/secrets.ts';
import {
  compareStations,
  lockMasterData,
  saveStations,
  type Saved,
} from '../../modules/stations/saveStations.ts';
import { updateTariffs } from '../../modules/stations/stationTariffs.ts';
import { batches } from '../../modules/network/import/batches.ts';
import { checkEntries, type Checked } from '../../modules/network/import/checkEntries.ts';
import { completeDrafts } from '../../modules/network/import/completeDrafts.ts';
import { FileError, whereIs, type Draft, type Entry } from '../../modules/network/import/entry.ts';
import { openVenues } from '../../modules/venues/venues.ts';
import { fillIds, idMaker } from './fillIds.ts';
import { readOptions, type ImportOptions } from './importOptions.ts';
import { NewFile } from './newFile.ts';
import { readEntries } from './readEntries.ts';

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
      const checked = await checkEntries(
        trx,
        readEntries(options.file, readOptions(options)),
        given,
        { tariffs, venues: await openVenues(trx) },
      );
      if (checked.problems.count > 0) throw new FileError(explain(checked));
      refuseWithoutSecrets(checked, options);
      const ids = await create(checked.withoutId > 0 ? options.idsFile : null, 0o666);
      if (ids) await fillIds(options.file, ids, idMaker(trx, checked.ids));
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
    const completed = await completeDrafts(trx, batch.map(draftOf), options);
    const secretLines: string[] = [];
    const records = completed.map(({ record, known }) => {
      if (known) return record;
      const secret = randomBytes(32).toString('base64url');
      secretLines.push(`${record.id},${secret}\n`);
      return { ...record, secretHash: hashStationSecret(secret) };
    });
    await secrets?.write(secretLines.join(''));
    const saved = options.dryRun
      ? await compareStations(trx, records)
      : await saveStations(trx, records, now);
    if (!options.dryRun) {
      const choice = { stations: records.map(({ id }) => id) };
      await updateTariffs({ trx, now, stationChanged: () => undefined }, choice);
    }
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
