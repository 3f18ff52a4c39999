import type { Db } from '../../db/database.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { wrongVenuesPayable } from '../venueShares/payouts.ts';

/** Checks the ledger, the record of operators, and what is owed to venues. The list is empty if all are correct. */
export async function auditBooks(db: Db): Promise<string[]> {
  return [...(await auditLedger(db)), ...(await wrongVenuesPayable(db))];
}
