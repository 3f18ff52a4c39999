import { z } from 'zod';
import { CampaignClaim, CampaignReward, CampaignType } from './campaigns.ts';

/** With 48 bits, the modulo favours no draw over another by more than one in 280 million. */
export const maxOutOf = 1_000_000;

/** 32 bytes in lowercase hex. */
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

export const RafflePrize = z.object({
  /** The position in the prize list, from 0. */
  index: z.int().nonnegative(),
  reward: CampaignReward,
  /** How many of `outOf` draws win it, while stock remains. */
  chances: z.int().positive(),
  /** The total stock; null: unlimited. */
  stock: z.int().positive().nullable(),
});
export type RafflePrize = z.infer<typeof RafflePrize>;

/**
 * One draw. `number` counts the entries of a raffle from 1, without gaps.
 *
 * `POST /api/raffles/{type}/entries` (Idempotency-Key), without a body, answers 201 with it, else
 * `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignNotForYou` or
 * `campaignClaimed` (today's entry is used).
 */
export const RaffleEntry = z.object({
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** The prize's index, or null: no prize. */
  prize: z.int().nonnegative().nullable(),
  /** The reward; null without a prize. */
  claim: CampaignClaim.nullable(),
});
export type RaffleEntry = z.infer<typeof RaffleEntry>;

/**
 * `GET /api/raffles/{type}`: a raffle, or `campaignNotFound`. The draw is HMAC-SHA-256(key: the
 * seed's bytes, message: `{type}/{number}`), its first 6 bytes as a big-endian number modulo
 * `outOf`. The prizes take the draws in their order, `chances` each; a prize without stock gives
 * nothing. If the prizes' chances add up to less than `outOf`, the remaining draws win nothing.
 */
export const Raffle = z.object({
  type: CampaignType,
  prizes: z.array(RafflePrize),
  outOf: z.int().positive().max(maxOutOf),
  /** SHA-256 of the seed's bytes; public before the first draw. */
  seedHash: Hex32,
  /** Null until the raffle is over. */
  seed: Hex32.nullable(),
  /** The number of draws so far. */
  entries: z.int().nonnegative(),
  /** Null for a guest. */
  mine: z
    .object({
      /** Null: now, while the raffle runs. A day is a day in the raffle's time zone. */
      nextEntryAt: z.iso.datetime().nullable(),
      /** Newest first. */
      entries: z.array(RaffleEntry),
    })
    .nullable(),
});
export type Raffle = z.infer<typeof Raffle>;

export const RaffleDrawsQuery = z.object({
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

/**
 * `GET /api/raffles/{type}/draws?after=`: for anyone who checks a raffle: the entries by number, at
 * most 1000, without data about the riders.
 */
export const RaffleDraws = z.object({
  draws: z.array(z.object({ number: z.int().positive(), prize: z.int().nonnegative().nullable() })),
  /** The next value of `after`; null at the end. */
  next: z.int().nullable(),
});
export type RaffleDraws = z.infer<typeof RaffleDraws>;
