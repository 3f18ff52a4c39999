import { z } from 'zod';
import { CampaignClaim, CampaignReward, CampaignType } from './campaigns.ts';

/**
 * A draw is a 48-bit number modulo `outOf`. With this maximum, no result is more probable than
 * another by more than one in 280 million.
 */
export const maxOutOf = 1_000_000;

/** 32 bytes in lowercase hex. */
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

export const RafflePrize = z.object({
  /** The position in the prize list, from 0. */
  index: z.int().nonnegative(),
  reward: CampaignReward,
  /** How many of the `outOf` results win this prize, while stock remains. */
  chances: z.int().positive(),
  /** The total stock; null: unlimited. */
  stock: z.int().positive().nullable(),
});
export type RafflePrize = z.infer<typeof RafflePrize>;

/**
 * One draw. `number` counts the entries of a raffle from 1, without gaps.
 *
 * `POST /api/raffles/{type}/entries` (Idempotency-Key), without a body, answers 201 with the entry,
 * else `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignNotForYou` or
 * `campaignClaimed` (the rider has entered today).
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
 * `GET /api/raffles/{type}`: a raffle, or `campaignNotFound`. A draw is HMAC-SHA-256(key: the
 * seed's bytes, message: `{type}/{number}`), its first 6 bytes as a big-endian number modulo
 * `outOf`. The lowest results win the first prize, as many as its `chances`. The next results win
 * the second prize, and so on. The remaining results win nothing. A prize without stock is not
 * given.
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
      /**
       * Null: the rider may enter now, if the raffle is running. Otherwise the next day begins
       * then, in the raffle's time zone.
       */
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
 * `GET /api/raffles/{type}/draws?after=`: the entries in the order of their numbers, at most 1000,
 * without data about the riders. Anyone can check a raffle with them.
 */
export const RaffleDraws = z.object({
  draws: z.array(z.object({ number: z.int().positive(), prize: z.int().nonnegative().nullable() })),
  /** The next value of `after`; null at the end. */
  next: z.int().nullable(),
});
export type RaffleDraws = z.infer<typeof RaffleDraws>;
