import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { TermsChanged, TermsShown } from '../../../contract/operators/venueShares.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { readVenue } from '../network/venues/readVenue.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';

/**
 * Sets the share of the owner of a venue, from now or from a later time on. It never changes the share of a rental that
 * has begun.
 *
 * @throws {OpsError} venueNotFound, timeInvalid, keyReused.
 */
export function setTerms(
  work: UnitOfWork,
  venue: string,
  { share, from }: { share: number; from?: string | undefined },
  act: Act,
): Promise<TermsChanged> {
  const details = { share, ...(from !== undefined && { from }) };
  return actOnce(work, { action: 'venue.setShare', subject: venue, details }, act, {
    async run() {
      await readVenue(work.trx, venue);
      const validFrom = from === undefined ? work.now : new Date(from);
      if (validFrom < work.now) {
        throw new OpsError('timeInvalid', 'The terms of a venue cannot begin in the past.');
      }
      const [before] = await readTerms(work.trx, venue, validFrom);
      const row = await work.trx
        .insertInto('venue_terms')
        .values({ venue_id: venue, valid_from: validFrom, share, created_at: work.now })
        .returningAll()
        .executeTakeFirstOrThrow();
      const terms = presentTerms(row);
      return {
        answer: { terms },
        ...(before && { before: presentTerms(before) }),
        after: terms,
        made: { id: terms.id },
      };
    },
    async again({ details: recorded }) {
      const { id } = Made.parse(recorded);
      const found = (await readTerms(work.trx, venue, null)).find((one) => one.id === id);
      if (!found) throw new Error(`the terms ${id} of the venue ${venue} are gone`);
      return { terms: presentTerms(found) };
    },
  });
}

const Made = z.object({ id: z.int() });

/**
 * The terms of a venue, the newest first. If `time` is not null, only the terms that began at this time or earlier.
 */
export function readTerms(db: Db | Trx, venue: string, time: Date | null) {
  return db
    .selectFrom('venue_terms')
    .selectAll()
    .where('venue_id', '=', venue)
    .$if(time !== null, (query) => query.where('valid_from', '<=', time ?? new Date(0)))
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function presentTerms(row: Selectable<Database['venue_terms']>): TermsShown {
  return {
    id: row.id,
    venue: row.venue_id,
    from: row.valid_from.toISOString(),
    share: row.share,
  };
}
