import { z } from 'zod';
import { Money } from './money.ts';

/** The code as links contain it: letter case and spaces do not matter. */
export const InviteCode = z.string().trim().min(4).max(20);

/**
 * `POST /api/referral/invite/check` and, with a session and an Idempotency-Key, `POST
 * /api/referral/invite`: check an invite code, or enter it. Refused with `inviteUnknown`,
 * `inviteOwn`, `inviteUsed`, `inviteForNewRiders`, `inviteExpired`, and after many wrong codes with
 * `tooManyRequests`.
 */
export const FriendCode = z.object({ code: InviteCode });
export type FriendCode = z.infer<typeof FriendCode>;

/** The reward for each of the two riders. */
export const FriendReward = z.object({
  reward: Money,
  /** The rider's own reward cannot be spent yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
});
export type FriendReward = z.infer<typeof FriendReward>;

/** `GET /api/referral/invite`: whether the rider may still enter an invite code. */
export const FriendCodeState = z.object({
  /**
   * `used`: a reward was already given. `closed`: the rider is not new any more, or there are no
   * rewards.
   */
  state: z.enum(['open', 'used', 'closed']),
  reward: Money,
});
export type FriendCodeState = z.infer<typeof FriendCodeState>;

/** The result of an invite code sent with a log-in: `counted`, or the error code. */
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
  /** `invited`: the rider invited a friend; `friend`: the rider was invited. */
  role: z.enum(['invited', 'friend']),
  /** The friend's initials, or null if no name is known. */
  initials: z.string().nullable(),
  amount: Money,
  /**
   * `reversed`: both accounts belong to the same person; the reward was taken back up to the
   * balance.
   */
  state: z.enum(['credited', 'capped', 'reversed']),
  /** Not to be spent yet; see `pending` of the wallet. */
  pending: z.boolean().optional(),
  at: z.iso.datetime(),
});
export type ReferralReward = z.infer<typeof ReferralReward>;

/** `GET /api/referral`: the rider's own code and its rewards, newest first. */
export const Referral = z.object({
  code: z.string(),
  /** Link that opens the app with the code. */
  link: z.url(),
  /** For each of the two riders. */
  reward: Money,
  /** The highest number of rewarded friends, and the number so far. */
  limit: z.int(),
  rewarded: z.int(),
  rewards: z.array(ReferralReward),
});
export type Referral = z.infer<typeof Referral>;
