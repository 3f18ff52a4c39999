import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { bookVenueShare } from '../ledger/bookVenues.ts';
import { bookings } from '../ledger/ledgerQueries.ts';
import { lockVenue } from '../venues/venues.ts';

/*
 * The closed statements without a booking. Older versions of the server did not book statements. A
 * server of such a version may close a month while this version starts.
 */

function unbookedStatements(db: Db | Trx) {
  return db
    .selectFrom('venue_statements as statement')
    .where('statement.venue_share', '<>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(bookings(db).as('booked'))
            .select('booked.id')
            .where(sql<boolean>`booked.key = 'venueShare:' || statement.number`),
        ),
      ),
    );
}

/** Books the closed statements of a venue that have no booking. The caller must have locked the venue. */
export async function bookMissingShares(work: UnitOfWork, venueId: string): Promise<void> {
  const rows = await unbookedStatements(work.trx)
    .where('statement.venue_id', '=', venueId)
    .select(['statement.number', 'statement.venue_share as share', 'statement.currency'])
    .orderBy('statement.number')
    .execute();
  for (const row of rows) await bookVenueShare(work, row);
}

/** Books the closed statements of all venues that have no booking. */
export async function bookAllMissingShares(deps: Dependencies): Promise<void> {
  const venues = await unbookedStatements(deps.db)
    .select('statement.venue_id as id')
    .distinct()
    .orderBy('id')
    .execute();
  for (const { id } of venues) {
    try {
      await transact(deps, async (work) => {
        await lockVenue(work.trx, id);
        await bookMissingShares(work, id);
      });
    } catch (error) {
      // Only log the error, because the nightly check of the books reports the missing booking.
      deps.log.error({ err: error, key: id }, 'the missing shares of a venue were not booked');
    }
  }
}
