import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ProblemError } from '../problem.ts';

/** The position of the last entry on a page of a list that is ordered by time. */
export interface TimePosition {
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
 * forged cursor can only read another part of a list that the caller may read.
 */
export function writeCursor(list: List, { at, id }: TimePosition): string {
  const encoded = Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
  return `${encoded}.${checkOf(list, encoded)}`;
}

/** @throws {ProblemError} `invalidInput` for a damaged cursor, or a cursor of another list. */
export function readCursor(list: List, cursor: string): TimePosition {
  const [encoded = '', check, ...more] = cursor.split('.');
  // Cursors of the previous version have no checksum.
  const isWhole = check === undefined ? isExact(encoded) : check === checkOf(list, encoded);
  const written = isWhole && more.length === 0 ? parse(encoded) : undefined;
  if (!written) throw new ProblemError('invalidInput', { fields: ['query.cursor'] });
  const [at, id] = written;
  return { at, id };
}

function checkOf(list: List, encoded: string): string {
  return createHash('sha256').update(`${list}:${encoded}`).digest('base64url').slice(0, 12);
}

/**
 * Whether the text is exactly what the server would encode. Decoding alone does not show this, because it ignores
 * everything after the first `=`.
 */
function isExact(encoded: string): boolean {
  return Buffer.from(encoded, 'base64url').toString('base64url') === encoded;
}

function parse(encoded: string): z.output<typeof Written> | undefined {
  try {
    return Written.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
