import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '../problem.ts';

/** The position of the last entry on a page of a list that is ordered by time. */
export interface TimePlace {
  at: Date;
  id: string;
}

/** The lists with pages. A cursor of one list is invalid for another list. */
type List =
  | 'orders'
  | 'notifications'
  | 'cases'
  | 'chargebacks'
  | 'riderTimeLine'
  | 'opsOrders'
  | 'coupons'
  | 'hosts';

const Written = z.tuple([z.iso.datetime().transform((at) => new Date(at)), z.uuid()]);

/**
 * Encodes a position as a cursor. The checksum detects damaged cursors. It does not prevent forged cursors, because a
 * forged cursor can only read another part of the caller's own list.
 */
export function writeCursor(list: List, { at, id }: TimePlace): string {
  const place = Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
  return `${place}.${checkOf(list, place)}`;
}

/** @throws {ProblemError} `invalidInput` for a damaged cursor, or a cursor of another list. */
export function readCursor(list: List, cursor: string): TimePlace {
  const [place = '', check, ...more] = cursor.split('.');
  // Cursors of the previous version have no checksum.
  const isWhole = check === undefined ? isExact(place) : check === checkOf(list, place);
  const written = isWhole && more.length === 0 ? parse(place) : undefined;
  if (!written) throw new ProblemError('invalidInput', { fields: ['query.cursor'] });
  const [at, id] = written;
  return { at, id };
}

function checkOf(list: List, place: string): string {
  return createHash('sha256').update(`${list}:${place}`).digest('base64url').slice(0, 12);
}

/**
 * Whether the text is exactly what the server would encode. Decoding alone does not show this, because it ignores
 * everything after the first `=`.
 */
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
