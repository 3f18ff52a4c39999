import { z } from 'zod';
import { Money } from './money.ts';

/** As it is written in links: letter case and spaces do not matter. */
export const InviteCode = z.string().trim().min(4).max(20);

/**
 * `POST /api/referral/invite/check` and, with a session and an Idempotency-Key, `POST
 * /api/referral/invite`: whether a friend's code counts, and to have it counted. Refused with
 * `inviteUnknown`, `inviteOwn`, `inviteUsed`, `inviteForNewRiders`, `inviteExpired`, and after many
 * wrong codes with `tooManyRequests`.
 */
export const FriendCode = z.object({ code: InviteCode });
export type FriendCode = z.infer<typeof FriendCode>;

/** What the code gives, or has given, each of the two. */
export const FriendReward = z.object({ reward: Money });
export type FriendReward = z.infer<typeof FriendReward>;

/** `GET /api/referral/invite`: whether the rider may still enter a friend's code. */
export const FriendCodeState = z.object({
  /** `used`: a reward was given already; `closed`: no new rider any more, or nothing is given. */
  state: z.enum(['open', 'used', 'closed']),
  reward: Money,
});
export type FriendCodeState = z.infer<typeof FriendCodeState>;

/** What a code did that came with a log in: `counted`, or the error code that says why it did not. */
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
  /** `invited`: a friend came; `friend`: the rider came by somebody's code. */
  role: z.enum(['invited', 'friend']),
  /** The friend's initials, or null where no name is known. */
  initials: z.string().nullable(),
  amount: Money,
  /** `reversed`: it proved to be the same person again, and was taken back as far as it was there. */
  state: z.enum(['credited', 'capped', 'reversed']),
  at: z.iso.datetime(),
});
export type ReferralReward = z.infer<typeof ReferralReward>;

/** `GET /api/referral`: the rider's own code and what it has brought. Newest reward first. */
export const Referral = z.object({
  code: z.string(),
  /** Opens the app with the code. */
  link: z.url(),
  /** For each of the two. */
  reward: Money,
  /** How many friends are rewarded at most, and how many were. */
  limit: z.int(),
  rewarded: z.int(),
  rewards: z.array(ReferralReward),
});
export type Referral = z.infer<typeof Referral>;
