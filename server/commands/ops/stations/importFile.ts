import { createHash, randomUUID } from 'node:crypto';
import {
  mostImported,
  StationsImported,
  type ImportEntry,
  type ImportStations,
} from '../../../../contract/operators/stations.ts';
import { Duplicates } from '../../../modules/network/import/duplicates.ts';
import {
  FileError,
  whereIs,
  type Entry,
  type ReadOptions,
} from '../../../modules/network/import/entry.ts';
import { explainProblems, type Problem } from '../../../modules/network/import/problems.ts';
import { RefusedError } from '../../runCommand.ts';
import { readEntries } from '../../stations/readEntries.ts';
import { callServer, RefusedCall, type OpsContext } from '../opsClient.ts';

const path = '/api/ops/stations/import';

/** The size limit of the entries in a page. It is below the limit of a body, which also contains other fields. */
const mostBytes = 200 * 1024;
/** The command lists at most this many problems, and only counts the rest. Nobody corrects more of them at once. */
const mostListed = 10_000;

interface Import {
  file: string;
  read: ReadOptions;
  options: Omit<ImportStations, 'entries' | 'dryRun'>;
  as: string | undefined;
}

type Counts = Pick<StationsImported, 'inserted' | 'updated' | 'unchanged'>;

/** The result of the check of the whole file. */
interface Checked extends Counts {
  rows: number;
  pages: number;
  /** The pages that would change nothing. */
  unchangedPages: ReadonlySet<number>;
  /** A hash of everything in the file that the import uses. */
  hash: string;
}

/**
 * Reads the file in pieces, and lets the server check each page. The check changes nothing. Only
 * the ids and the sources of the stations stay in memory.
 *
 * @throws {FileError} that lists the errors of the file, at most `mostListed` of them.
 */
export async function checkFile(context: OpsContext, given: Import): Promise<Checked> {
  const duplicates = new Duplicates();
  const found: (Problem & { row: number })[] = [];
  let [rows, count] = [0, 0];
  const note = (row: number, { where, problem }: Problem) => {
    count++;
    if (found.length < mostListed) found.push({ row, where, problem });
  };
  const rowOf = new Map<string, number>();
  async function* correct(): AsyncGenerator<ImportEntry> {
    for await (const { problems: own, ...entry } of readEntries(given.file, given.read)) {
      rows++;
      const problems = [...own, ...duplicates.problemsOf(entry)];
      for (const problem of problems) note(rows, { where: whereIs(entry), problem });
      if (problems.length > 0) continue;
      rowOf.set(whereIs(entry), rows);
      yield entry;
    }
  }
  const total = { inserted: 0, updated: 0, unchanged: 0 };
  const unchangedPages = new Set<number>();
  const hash = createHash('sha256');
  const ofOptions = new Set<string>();
  let [pages, checkedRows] = [0, 0];
  for await (const entries of pagesOf(correct())) {
    hash.update(JSON.stringify(entries));
    try {
      const would = await send(context, given, { entries, dryRun: true });
      add(total, would);
      if (would.inserted + would.updated === 0) unchangedPages.add(pages);
    } catch (error) {
      if (!(error instanceof RefusedCall)) throw error;
      for (const { where, problem } of problemsIn(error, entries)) {
        const row = rowOf.get(where);
        // The answer to each page repeats the problems of the options.
        if (row === undefined && ofOptions.has(problem)) continue;
        if (row === undefined) ofOptions.add(problem);
        note(row ?? 0, { where, problem });
      }
    }
    pages++;
    // Delete only the rows of this page: the first row of the next page was already read, and must
    // stay in `rowOf`.
    for (const entry of entries) rowOf.delete(whereIs(entry));
    checkedRows += entries.length;
    if (pages > 1) context.stderr.write(`${checkedRows} stations checked\n`);
  }
  if (count > 0) {
    throw new FileError(
      explainProblems(
        found.toSorted((a, b) => a.row - b.row),
        count,
        rows,
      ),
    );
  }
  return { ...total, rows, pages, unchangedPages, hash: hash.digest('hex') };
}

/**
 * Returns the problems of a refused page: those that `importRefused` names, or one problem for the whole page, because
 * `pricesWouldChange` names no row. Throws any other refusal again.
 */
function problemsIn(refusal: RefusedCall, entries: readonly ImportEntry[]): readonly Problem[] {
  const [first] = entries;
  if (refusal.code === 'importRefused' && refusal.problems.length > 0) return refusal.problems;
  if (refusal.code !== 'pricesWouldChange' || !first) throw refusal;
  return [{ where: `from ${whereIs(first)} on`, problem: refusal.message }];
}

/**
 * Sends a file that `checkFile` has checked, page by page. The idempotency key of each page comes from the content of
 * the file, the options and the number of the page. So a repeated command adds no station twice. Returns the counts,
 * and the new ids with their lines.
 *
 * @throws {RefusedError} whose message has the number of imported stations, if a later page failed.
 */
export async function sendFile(
  context: OpsContext,
  given: Import,
  checked: Checked,
): Promise<Omit<StationsImported, 'repeated'>> {
  const total = { inserted: 0, updated: 0, unchanged: 0 };
  const ids: StationsImported['ids'] = [];
  const hash = createHash('sha256');
  let [page, rows] = [0, 0];
  try {
    for await (const entries of pagesOf(withoutProblems(given))) {
      hash.update(JSON.stringify(entries));
      if (checked.unchangedPages.has(page)) total.unchanged += entries.length;
      else {
        const done = await sendPage(context, given, { entries, key: keyOf(given, checked, page) });
        add(total, done);
        ids.push(...done.ids);
      }
      page++;
      rows += entries.length;
      if (checked.pages > 1) context.stderr.write(`${rows} of ${checked.rows} stations imported\n`);
    }
    if (hash.digest('hex') !== checked.hash) {
      throw new FileError('The file changed while it was read. Run the command again.');
    }
  } catch (error) {
    if (rows === 0 || !(error instanceof RefusedError)) throw error;
    throw new RefusedError(
      `${rows} of ${checked.rows} stations were imported. Run the command again for the rest.\n${error.message}`,
    );
  }
  return { ...total, ids };
}

/**
 * Imports a page. If the server repeats its answer to an earlier import of the page, the function sends the page again
 * with the ids from that answer, because somebody may have changed the stations since then.
 */
async function sendPage(
  context: OpsContext,
  given: Import,
  { entries, key }: { entries: ImportEntry[]; key: string },
): Promise<StationsImported> {
  const needsIds = entries.some(({ draft: { id, source } }) => id === null && !source);
  const done = await send(context, given, { entries, key }).catch((error: unknown) => {
    // Another operator has already sent this page. A page that needs no new ids can be imported again.
    const isOthers = error instanceof RefusedCall && error.code === 'keyReused';
    if (!isOthers || needsIds) throw error;
    return send(context, given, { entries, key: randomUUID() });
  });
  if (!done.repeated) return done;
  const made = new Map(done.ids.map(({ at, id }) => [at, id]));
  const filled = entries.map(({ draft, ...entry }) => ({
    ...entry,
    draft: { ...draft, id: draft.source ? draft.id : (draft.id ?? made.get(entry.at) ?? null) },
  }));
  const now = await send(context, given, { entries: filled, key: randomUUID() });
  return { ...now, ids: done.ids };
}

function send(
  context: OpsContext,
  { options, as }: Import,
  { key, ...page }: { entries: ImportEntry[]; dryRun?: boolean; key?: string },
): Promise<StationsImported> {
  const body = { ...options, ...page };
  return callServer(context, StationsImported, path, {
    body,
    as,
    ...(key !== undefined && { key }),
  });
}

function keyOf({ options }: Import, { hash }: Checked, page: number): string {
  const { tariff, timeZone } = options;
  const text = JSON.stringify([hash, tariff, timeZone, page]);
  return `stations-${createHash('sha256').update(text).digest('hex')}`;
}

/** Reads the entries again from a file that `checkFile` found valid. */
async function* withoutProblems({ file, read }: Import): AsyncGenerator<ImportEntry> {
  for await (const { problems, ...entry } of readEntries(file, read)) {
    if (problems.length > 0) {
      throw new FileError(`The file changed while it was read (${whereIs(entry)}).`);
    }
    yield entry;
  }
}

/** Splits the entries into pages that fit into one call. */
async function* pagesOf(
  entries: AsyncIterable<Omit<Entry, 'problems'>>,
): AsyncGenerator<ImportEntry[]> {
  let page: ImportEntry[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    const more = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (page.length === mostImported || (page.length > 0 && bytes + more > mostBytes)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(entry);
    bytes += more;
  }
  if (page.length > 0) yield page;
}

function add(total: Counts, { inserted, updated, unchanged }: Counts): void {
  total.inserted += inserted;
  total.updated += updated;
  total.unchanged += unchanged;
}
