import type { VenueShown } from '../../../../contract/operators/venues.ts';
import type { Db } from '../../../db/database.ts';
import { OpsError } from '../../operators/opsError.ts';
import { findVenue } from '../../venues/venues.ts';

/** @throws {OpsError} venueNotFound. */
export async function readVenue(db: Db, id: string): Promise<VenueShown> {
  const venue = await findVenue(db, id);
  if (!venue) throw venueNotFound(id);
  return venue;
}

export const venueNotFound = (id: string) =>
  new OpsError('venueNotFound', `There is no venue ${id}.`);
