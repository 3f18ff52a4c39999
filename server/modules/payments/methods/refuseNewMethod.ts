import type { Trx } from '../../../db/database.ts';
import type { Settings } from '../../../settings/settings.ts';
import { refuseBlocked, refuseBlockedCard } from '../../auth/blocks/blockedRiders.ts';
import { owedStates } from '../../rentalRecords/machine.ts';
import { rentalsInStates } from '../../rentalRecords/rentalsOfRider.ts';

/**
 * Refuses a new payment method of a blocked rider. A blocked rider with an unpaid order can add a method to pay the
 * order, but not a blocked card.
 *
 * @param card the fingerprint of the new card; empty if it is unknown.
 * @throws {ProblemError} accountBlocked.
 */
export async function refuseNewMethod(
  trx: Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
  card = '',
): Promise<void> {
  const owed = await rentalsInStates(trx, userId, owedStates);
  if (owed.length > 0) await refuseBlockedCard(trx, settings, card);
  else await refuseBlocked(trx, settings, userId, card);
}
