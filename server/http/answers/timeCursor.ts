import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '../problem.ts';

/** Where a page of a list in the order of time ended. */
export interface TimePlace {
  at: Date;
  id: string;
}

/** The lists that are read in pages; a cursor of one says nothing about another. */
type List = 'orders' | 'notifications';

const Written = z.tuple([z.iso.datetime().transform((at) => new Date(at)), z.uuid()]);

/**
 * A place as a cursor. Whoever makes one up reads nothing but their own list from elsewhere, so its
 * check needs no secret: it is there to tell a broken cursor from a whole one.
 */
export function writeCursor(list: List, { at, id }: TimePlace): string {
  const place = Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
  return `${place}.${checkOf(list, place)}`;
}

/** @throws {ProblemError} invalidInput, for a cursor that we did not write. */
export function readCursor(list: List, cursor: string): TimePlace {
  const [place = '', check, ...more] = cursor.split('.');
  // Those of the version before have no check.
  const isWhole = check === undefined ? isExact(place) : check === checkOf(list, place);
  const written = isWhole && more.length === 0 ? parse(place) : undefined;
  if (!written) throw new ProblemError('invalidInput', { fields: ['query.cursor'] });
  const [at, id] = written;
  return { at, id };
}

function checkOf(list: List, place: string): string {
  return createHash('sha256').update(`${list}:${place}`).digest('base64url').slice(0, 12);
}

/** Decoding ends at the first `=` and says nothing of what stands behind it. */
function isExact(place: string): boolean {
  return Buffer.from(place, 'base64url').toString('base64url') === place;
}

function parse(place: string): z.output<typeof Written> | undefined {
  try {
    return Written.safeParse(JSON.parse(Buffer.from(place, 'base64url').toString())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
