import { z } from 'zod';
import { Money } from './money.ts';

/** As it is written in links: letter case and spaces do not matter. */
export const InviteCode = z.string().trim().min(4).max(20);

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
