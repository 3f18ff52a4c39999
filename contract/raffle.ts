import { z } from 'zod';
import { CampaignClaim, CampaignReward, CampaignType } from './campaigns.ts';

/** 48 bits modulo so little favour no draw over another by more than one in 280 million. */
export const maxOutOf = 1_000_000;

/** 32 bytes in lowercase hex. */
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

export const RafflePrize = z.object({
  /** Its place in the list that the draw reads, from 0. */
  index: z.int().nonnegative(),
  reward: CampaignReward,
  /** So many of `outOf` draws win it, while there are any left. */
  chances: z.int().positive(),
  /** How many there are in all; null: no end. */
  stock: z.int().positive().nullable(),
});
export type RafflePrize = z.infer<typeof RafflePrize>;

/**
 * One draw. `number` counts the entries of a raffle from 1, without gaps.
 *
 * `POST /api/raffles/{type}/entries` (Idempotency-Key), without a body, answers 201 with it, else
 * `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignNotForYou` or `campaignClaimed`
 * (today's entry is used).
 */
export const RaffleEntry = z.object({
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** The prize's index, or null: nothing this time. */
  prize: z.int().nonnegative().nullable(),
  /** What it brought; null without a prize. */
  claim: CampaignClaim.nullable(),
});
export type RaffleEntry = z.infer<typeof RaffleEntry>;

/**
 * `GET /api/raffles/{type}`: a raffle, or `campaignNotFound`. The draw is
 * HMAC-SHA-256(key: the seed's bytes, message: `{type}/{number}`), its first 6 bytes as a big-endian
 * number modulo `outOf`; the prizes take the draws in their order, `chances` each; a prize whose stock
 * earlier numbers have used up brings nothing. Where the prizes' chances are less than `outOf`, the rest
 * of the draws win nothing.
 */
export const Raffle = z.object({
  type: CampaignType,
  prizes: z.array(RafflePrize),
  outOf: z.int().positive().max(maxOutOf),
  /** Of SHA-256 over the seed's bytes; public before the first draw. */
  seedHash: Hex32,
  /** Null until the raffle is over. */
  seed: Hex32.nullable(),
  /** How many have been drawn. */
  entries: z.int().nonnegative(),
  /** Null for a guest. */
  mine: z
    .object({
      /** Null: now, where the raffle runs. A day is the raffle's time zone's. */
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
 * `GET /api/raffles/{type}/draws?after=`: for anyone who checks a raffle: the entries by number, at most
 * 1000, without a trace of who drew them.
 */
export const RaffleDraws = z.object({
  draws: z.array(z.object({ number: z.int().positive(), prize: z.int().nonnegative().nullable() })),
  /** What to ask for `after`; null at the end. */
  next: z.int().nullable(),
});
export type RaffleDraws = z.infer<typeof RaffleDraws>;
