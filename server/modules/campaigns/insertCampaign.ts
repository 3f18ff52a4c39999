import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import { knownStations } from '../stations/knownStations.ts';
import { rewardOf, type NewCampaign } from './newCampaign.ts';

/** The campaign cannot be created; `message` has the reason. */
export class CampaignRefusedError extends Error {
  override readonly name = 'CampaignRefusedError';
  /** The invalid part. */
  readonly field: 'type' | 'ends' | 'cities';

  constructor(field: CampaignRefusedError['field'], message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Stores a campaign. Answers its id.
 *
 * @throws {CampaignRefusedError} if the type exists already, or a station does not.
 */
export async function insertCampaign(
  trx: Trx,
  said: NewCampaign,
  currency: string,
  now: Date,
): Promise<string> {
  if (said.endsAt <= now) throw new CampaignRefusedError('ends', 'It would be over already.');
  const id = randomUUID();
  const budget = said.kind === 'offer' ? said.budget : undefined;
  await requireStations(trx, said);
  const made = await trx
    .insertInto('campaigns')
    .values({
      id,
      type: said.type,
      kind: said.kind,
      texts: JSON.stringify(said.texts),
      reward: said.kind === 'offer' ? JSON.stringify(rewardOf(said.reward, currency)) : null,
      currency,
      audience: said.audience,
      registered_since: said.registeredSince,
      cities: JSON.stringify(said.cities),
      per_person: said.kind === 'offer' ? said.perPerson : 1,
      starts_at: said.startsAt,
      ends_at: said.endsAt,
      time_zone: said.timeZone,
      budget_claims: budget?.claims ?? null,
      budget_amount: budget?.amount ?? null,
      created_at: now,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new CampaignRefusedError('type', `${said.type} is there already.`);
  return id;
}

async function requireStations(trx: Trx, { cities }: NewCampaign): Promise<void> {
  const wanted = cities.flatMap((city) => ('stations' in city ? city.stations : []));
  const known = await knownStations(trx, wanted);
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new CampaignRefusedError('cities', `No station is ${missing.join(', ')}.`);
}

/** Ends a campaign permanently, also before its start; false if the type is unknown. */
export async function endCampaign(db: Db, type: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('campaigns')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(now)) }))
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
