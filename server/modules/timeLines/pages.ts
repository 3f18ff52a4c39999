import { z } from 'zod';
import type { TimeLinePage, TimeLineQuery } from '../../../contract/operators/timeLines.ts';
import type { TimeLineEntry } from '../../../contract/operators/desk.ts';
import { ProblemError } from '../../http/problem.ts';
import { addMs } from '../../db/unitOfWork.ts';

export type Entry = Omit<TimeLineEntry, 'at' | 'cabinetAt'> & { at: Date; cabinetAt?: Date | null };

/** The limits of one query for a page of a time line. */
interface Part {
  /** The time of the newest entry to read. */
  until: Date;
  limit: number;
}

/** Reads the entries of one kind, the newest first. Entries with the same time must always come in the same order. */
export type Source = (part: Part) => Promise<Entry[]>;

/** The end of a page: the time of the last entry, and the number of shown entries with this time. */
const Cursor = z.tuple([z.iso.datetime().transform((at) => new Date(at)), z.int().positive()]);

/**
 * Merges the newest entries of several queries into a page.
 *
 * @throws {ProblemError} invalidInput for a cursor that cannot be read.
 */
export async function mergePage(
  sources: readonly Source[],
  { cursor, limit }: TimeLineQuery,
  now: Date,
): Promise<TimeLinePage> {
  const position = cursor === undefined ? null : readCursor(cursor);
  // Begin a day in the future, because the clock of a cabinet may be ahead.
  const [until, shownBefore] = position ?? [addMs(now, 24 * 60 * 60_000), 0];
  const most = limit + 1 + shownBefore;
  const found = (await Promise.all(sources.map((read) => read({ until, limit: most }))))
    .flat()
    // The sort is stable, so entries with the same time stay in the order of the sources.
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(shownBefore);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    timeLine: shown.map(({ at, cabinetAt, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      ...(cabinetAt && { cabinetAt: cabinetAt.toISOString() }),
    })),
    nextCursor: found.length > limit && last ? writeCursor(last.at) : null,
  };

  function writeCursor(at: Date): string {
    const before = at.getTime() === until.getTime() ? shownBefore : 0;
    const count = before + shown.filter((entry) => entry.at.getTime() === at.getTime()).length;
    return Buffer.from(JSON.stringify([at.toISOString(), count])).toString('base64url');
  }
}

function readCursor(cursor: string): z.output<typeof Cursor> {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const { data } = Cursor.safeParse(JSON.parse(text));
    if (data && data[1] <= 10_000) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProblemError('invalidInput', { fields: ['query.cursor'] });
}
