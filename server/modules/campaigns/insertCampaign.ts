import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../../db/database.ts';
import { knownStations } from '../stations/knownStations.ts';
import { rewardOf, type NewCampaign } from './newCampaign.ts';

/** The error for a campaign that cannot be created. `message` contains the reason. */
export class CampaignRefusedError extends Error {
  override readonly name = 'CampaignRefusedError';
  /** The invalid part of the campaign. */
  readonly field: 'type' | 'ends' | 'cities';

  constructor(field: CampaignRefusedError['field'], message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Stores a campaign and returns its id.
 *
 * @throws {CampaignRefusedError} if the end is in the past, if the type already exists, or if a station does not exist.
 */
export async function insertCampaign(
  trx: Trx,
  input: NewCampaign,
  currency: string,
  now: Date,
): Promise<string> {
  if (input.endsAt <= now) throw new CampaignRefusedError('ends', 'The end is in the past.');
  const id = randomUUID();
  const budget = input.kind === 'offer' ? input.budget : undefined;
  await requireStations(trx, input);
  const made = await trx
    .insertInto('campaigns')
    .values({
      id,
      type: input.type,
      kind: input.kind,
      texts: JSON.stringify(input.texts),
      reward: input.kind === 'offer' ? JSON.stringify(rewardOf(input.reward, currency)) : null,
      currency,
      audience: input.audience,
      registered_since: input.registeredSince,
      cities: JSON.stringify(input.cities),
      per_person: input.kind === 'offer' ? input.perPerson : 1,
      starts_at: input.startsAt,
      ends_at: input.endsAt,
      time_zone: input.timeZone,
      budget_claims: budget?.claims ?? null,
      budget_amount: budget?.amount ?? null,
      created_at: now,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.column('type').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new CampaignRefusedError('type', `${input.type} exists already.`);
  return id;
}

async function requireStations(trx: Trx, { cities }: NewCampaign): Promise<void> {
  const wanted = cities.flatMap((city) => ('stations' in city ? city.stations : []));
  const known = await knownStations(trx, wanted);
  const missing = wanted.filter((id) => !known.has(id));
  if (missing.length > 0)
    throw new CampaignRefusedError('cities', `There is no station ${missing.join(', ')}.`);
}

/** Ends a campaign permanently, even before its start. Returns false if the type is unknown. */
export async function endCampaign(db: Db, type: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('campaigns')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(now)) }))
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
