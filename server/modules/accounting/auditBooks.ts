import type { Db } from '../../db/database.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { wrongVenuesPayable } from '../venueShares/auditVenues.ts';

/**
 * Runs the checks of `auditLedger`, and checks what the operator owes to venues. The list is empty if everything is
 * correct.
 */
export function auditBooks(db: Db): Promise<string[]> {
  return auditLedger(db, [wrongVenuesPayable]);
}
