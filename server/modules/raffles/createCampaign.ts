import { randomBytes } from 'node:crypto';
import { inTransaction, type Db, type Trx } from '../../db/database.ts';
import { insertCampaign } from '../campaigns/insertCampaign.ts';
import { rewardOf, type NewCampaign } from '../campaigns/newCampaign.ts';
import { hashOfSeed } from './draw.ts';

export interface CreatedCampaign {
  type: string;
  /** The hash of a raffle's seed. This hash is public before the first draw. It is null for an offer. */
  seedHash: string | null;
}

/**
 * Creates a campaign. For a raffle it also creates the seed, which stays secret until the end.
 *
 * @throws {CampaignRefusedError} the errors of `insertCampaign`.
 */
export function createCampaign(
  db: Db,
  input: NewCampaign,
  currency: string,
  now: Date,
): Promise<CreatedCampaign> {
  return inTransaction(db, (trx) => createCampaignIn(trx, input, currency, now));
}

/** Creates a campaign like `createCampaign`, in the transaction of the caller. */
export async function createCampaignIn(
  trx: Trx,
  input: NewCampaign,
  currency: string,
  now: Date,
): Promise<CreatedCampaign> {
  const id = await insertCampaign(trx, input, currency, now);
  const seedHash = input.kind === 'raffle' ? await makeRaffle(trx, id, input, currency) : null;
  return { type: input.type, seedHash };
}

async function makeRaffle(
  trx: Trx,
  campaignId: string,
  { prizes, outOf }: Extract<NewCampaign, { kind: 'raffle' }>,
  currency: string,
): Promise<string> {
  const seed = randomBytes(32).toString('hex');
  const seedHash = hashOfSeed(seed);
  const indexed = prizes.map(({ reward, chances, stock }, index) => ({
    index,
    reward: rewardOf(reward, currency),
    chances,
    stock,
  }));
  await trx
    .insertInto('raffles')
    .values({
      campaign_id: campaignId,
      seed,
      seed_hash: seedHash,
      prizes: JSON.stringify(indexed),
      out_of: outOf,
    })
    .execute();
  return seedHash;
}
