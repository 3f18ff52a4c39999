import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { keyedHashes } from '../auth/keyedHash.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';
import { cardFingerprints } from '../payments/methods/cardFingerprints.ts';
import type { CampaignRow } from './campaignRows.ts';

type Secret = Pick<Settings, 'codeSecret'>;

/** The hashes that recognise a rider who has created a new account. */
export interface RiderHashes {
  /** The hashes of the phone and of the social accounts. */
  signInMethods: string[];
  /**
   * The hashes of the cards. A family may share a card, so these hashes are used only to decide
   * whether a rider is new.
   */
  cards: string[];
}

export async function riderHashesOf(
  db: Db | Trx,
  settings: Secret,
  userId: string,
): Promise<RiderHashes> {
  const cards = await cardFingerprints(db, userId);
  return {
    signInMethods: await hashed(db, settings, await signInMethodsOf(db, userId)),
    cards: await hashed(db, settings, cards.map(cardText)),
  };
}

async function hashed(db: Db | Trx, settings: Secret, texts: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const text of texts) hashes.push(...(await keyedHashes(db, settings, `campaign:${text}`)));
  return hashes;
}

function cardText(fingerprint: string): string {
  return `card ${fingerprint}`;
}

/**
 * Stores the hashes of a rider who makes a claim. The hashes stay after the deletion of the
 * account.
 */
export async function storeClaimHashes(
  trx: Trx,
  { id, audience }: Pick<CampaignRow, 'id' | 'audience'>,
  { signInMethods, cards }: RiderHashes,
): Promise<void> {
  const hashes = audience === 'newRiders' ? [...signInMethods, ...cards] : signInMethods;
  if (hashes.length === 0) return;
  await trx
    .insertInto('campaign_marks')
    .values(hashes.map((hash) => ({ hash, campaign_id: id, claims: 1 })))
    .onConflict((conflict) =>
      conflict
        .columns(['hash', 'campaign_id'])
        .doUpdateSet({ claims: sql<number>`campaign_marks.claims + 1` }),
    )
    .execute();
}

/**
 * Stores the rider's entry in a raffle for one day. Returns false if the rider has already entered on that day, with
 * this or another account.
 */
export async function storeEntryHashes(
  trx: Trx,
  campaignId: string,
  { signInMethods }: RiderHashes,
  day: string,
): Promise<boolean> {
  if (signInMethods.length === 0) return true;
  const marked = await trx
    .insertInto('campaign_marks')
    .values(signInMethods.map((hash) => ({ hash, campaign_id: campaignId, last_day: day })))
    .onConflict((conflict) =>
      conflict
        .columns(['hash', 'campaign_id'])
        .doUpdateSet({ last_day: day })
        .where('campaign_marks.last_day', '<', day),
    )
    .returning('hash')
    .execute();
  return marked.length === signInMethods.length;
}

/**
 * Stores the hash of the card of a rider who has claimed an offer for new riders. After this, other accounts with this
 * card do not count as new riders.
 */
export async function storeNewRidersCard(
  { trx }: UnitOfWork,
  { settings }: { settings: Secret },
  userId: string,
  fingerprint: string,
): Promise<void> {
  const claimed = await trx
    .selectFrom('campaign_claims')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_claims.campaign_id')
    .select('campaigns.id')
    .distinct()
    .where('campaign_claims.user_id', '=', userId)
    .where('campaigns.kind', '=', 'offer')
    .where('campaigns.audience', '=', 'newRiders')
    .execute();
  if (claimed.length === 0) return;
  const hashes = await hashed(trx, settings, [cardText(fingerprint)]);
  await trx
    .insertInto('campaign_marks')
    .values(
      claimed.flatMap(({ id }) => hashes.map((hash) => ({ hash, campaign_id: id, claims: 1 }))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
