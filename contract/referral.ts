import { z } from 'zod';
import { Money } from './money.ts';

/** An invite code, in the form that links contain. Letter case, spaces and dashes do not matter. */
export const InviteCode = z.string().trim().min(4).max(20);

/**
 * `POST /api/referral/invite/check` checks an invite code. `POST /api/referral/invite` (session and
 * Idempotency-Key needed) enters it. Both return `inviteUnknown`, `inviteOwn`, `inviteUsed`,
 * `inviteForNewRiders` or `inviteExpired` for a code that they refuse, and `tooManyRequests` after many
 * wrong codes.
 */
export const FriendCode = z.object({ code: InviteCode });
export type FriendCode = z.infer<typeof FriendCode>;

/** The reward for each of the two riders. */
export const FriendReward = z.object({
  reward: Money,
  /** True if the rider who entered the code cannot spend the reward yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
});
export type FriendReward = z.infer<typeof FriendReward>;

/** `GET /api/referral/invite`: whether the rider may still enter an invite code. */
export const FriendCodeState = z.object({
  /**
   * `used`: the rider has entered a code already, or another account with the same sign-in method took part in a
   * rewarded invite. `closed`: the rider is no longer new, has invited a friend, or the operator gives no rewards.
   */
  state: z.enum(['open', 'used', 'closed']),
  reward: Money,
});
export type FriendCodeState = z.infer<typeof FriendCodeState>;

/** The result of an invite code that was sent with a log-in: `counted`, or the error code. */
export const InviteOutcome = z.enum([
  'counted',
  'inviteUnknown',
  'inviteOwn',
  'inviteUsed',
  'inviteForNewRiders',
  'inviteExpired',
]);
export type InviteOutcome = z.infer<typeof InviteOutcome>;

export const ReferralReward = z.object({
  id: z.uuid(),
  /** `invited`: the rider invited a friend. `friend`: a friend invited the rider. */
  role: z.enum(['invited', 'friend']),
  /** The initials of the other rider; null if the server has no name. */
  initials: z.string().nullable(),
  amount: Money,
  /**
   * `capped`: the rider got no reward, because the rider had reached `limit`. `reversed`: the server took the reward
   * back, as far as the balance allowed, because both accounts belong to the same person. It is also `reversed` if the
   * server never credited the reward, because the same person got a reward with another account.
   */
  state: z.enum(['credited', 'capped', 'reversed']),
  /** Whether the reward cannot be spent yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
  at: z.iso.datetime(),
});
export type ReferralReward = z.infer<typeof ReferralReward>;

/**
 * `GET /api/referral`: the rider's own invite code, and at most 200 rewards for invites. The newest reward comes first.
 */
export const Referral = z.object({
  code: z.string(),
  /** The link that opens the app with the code. */
  link: z.url(),
  /** The reward for each of the two riders. */
  reward: Money,
  /** The highest number of friends for whom a rider gets rewards. `rewarded` is the number so far. */
  limit: z.int(),
  rewarded: z.int(),
  rewards: z.array(ReferralReward),
});
export type Referral = z.infer<typeof Referral>;
