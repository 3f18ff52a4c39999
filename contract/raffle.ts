import { z } from 'zod';
import { CampaignClaim, CampaignReward, CampaignType } from './campaigns.ts';

/**
 * The highest `outOf`. A draw is a 48-bit number modulo `outOf`. With this limit, the probabilities of two results
 * differ by less than one part in 280 million.
 */
export const maxOutOf = 1_000_000;

/** 32 bytes in lowercase hexadecimal digits. */
const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

export const RafflePrize = z.object({
  /** The position in the prize list. It starts at 0. */
  index: z.int().nonnegative(),
  reward: CampaignReward,
  /** How many of the `outOf` results win this prize, as long as its stock lasts. */
  chances: z.int().positive(),
  /** The total stock; null if it is unlimited. */
  stock: z.int().positive().nullable(),
});
export type RafflePrize = z.infer<typeof RafflePrize>;

/**
 * One draw. `number` counts the entries of a raffle from 1, without gaps.
 *
 * `POST /api/raffles/{type}/entries` (Idempotency-Key), without a body, returns 201 with the entry,
 * or `campaignNotFound`, `campaignNotStarted`, `campaignEnded`, `campaignNotForYou` or
 * `campaignClaimed` (the rider has entered today).
 */
export const RaffleEntry = z.object({
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** The index of the prize; null for no prize. */
  prize: z.int().nonnegative().nullable(),
  /** The reward; null for no prize. */
  claim: CampaignClaim.nullable(),
});
export type RaffleEntry = z.infer<typeof RaffleEntry>;

/**
 * `GET /api/raffles/{type}`: a raffle, or `campaignNotFound`. Each draw computes HMAC-SHA-256 with the
 * bytes of the seed as key and `{type}/{number}` as message. The result of the draw is the first 6
 * bytes, as a big-endian number, modulo `outOf`. The lowest results win the first prize, as many as its
 * `chances`. The next results win the second prize, and so on. The remaining results win nothing. A
 * prize whose stock is used up is not given.
 */
export const Raffle = z.object({
  type: CampaignType,
  prizes: z.array(RafflePrize),
  outOf: z.int().positive().max(maxOutOf),
  /** The SHA-256 hash of the bytes of the seed. It is public before the first draw. */
  seedHash: Hex32,
  /** The seed; null until the raffle has ended. */
  seed: Hex32.nullable(),
  /** The number of draws so far. */
  entries: z.int().nonnegative(),
  /** The rider's entries, and when the rider can enter again; null for a guest. */
  mine: z
    .object({
      /**
       * If the rider has entered today, the start of the next day in the raffle's time zone. Otherwise null: the rider
       * can enter now, if the raffle is running.
       */
      nextEntryAt: z.iso.datetime().nullable(),
      /** The newest entry comes first. */
      entries: z.array(RaffleEntry),
    })
    .nullable(),
});
export type Raffle = z.infer<typeof Raffle>;

export const RaffleDrawsQuery = z.object({
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

/**
 * `GET /api/raffles/{type}/draws?after=`: at most 1000 entries in the order of their numbers, without
 * data about the riders. With these entries anyone can check a raffle.
 */
export const RaffleDraws = z.object({
  draws: z.array(z.object({ number: z.int().positive(), prize: z.int().nonnegative().nullable() })),
  /** The value of `after` for the next call; null at the end. */
  next: z.int().nullable(),
});
export type RaffleDraws = z.infer<typeof RaffleDraws>;
