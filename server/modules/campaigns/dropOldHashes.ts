import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';

export const claimHashesKeptMs = 365 * 24 * 60 * 60_000;

/**
 * Deletes the rider hashes of claims in campaigns that ended long ago. The hashes of campaigns for new riders stay,
 * because they show whether a rider is new for later offers.
 */
export async function dropOldClaimHashes(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('campaign_marks')
    .where('campaign_id', 'in', (of) =>
      of
        .selectFrom('campaigns')
        .select('id')
        .where('audience', '<>', 'newRiders')
        .where('ends_at', '<', addMs(now, -claimHashesKeptMs)),
    )
    .execute();
}
