import { z } from 'zod';
import { Money } from '../money.ts';
import { ApprovalShown } from './approvals.ts';
import { Reason } from './team.ts';

/*
 * The riders, under `/api/ops/riders`. Only the answer of `unmask` shows the contact of a rider.
 * All other answers mask the contact. `unmask` needs a reason, and leaves an entry in the record of
 * operators. Reasons must not contain personal data.
 */

/** The number that the rider sees in the profile. */
export const RiderNumber = z.string().regex(/^\d{8}$/);

/** How an operator looks for a rider. */
export const FindRiders = z.union([
  z.strictObject({ phone: z.string().trim().min(5).max(30) }),
  /** The number of an order or of a top-up. */
  z.strictObject({ order: z.string().trim().toUpperCase().min(1).max(40) }),
  z.strictObject({ rider: RiderNumber }),
  /**
   * The last four digits of a card, and a day on which the rider paid with this card, in any time
   * zone.
   */
  z.strictObject({ last4: z.string().regex(/^\d{4}$/), day: z.iso.date() }),
]);
export type FindRiders = z.output<typeof FindRiders>;

/**
 * What an operator blocks: the account, the phone or the cards of a rider, or the browser of a
 * guest.
 */
export const BlockKind = z.enum(['account', 'phone', 'card', 'device']);
export type BlockKind = z.infer<typeof BlockKind>;

export const RiderShown = z.object({
  number: z.string(),
  /** Only the country code and the last two digits. */
  phone: z.string().nullable(),
  language: z.string(),
  since: z.iso.datetime(),
  isGuest: z.boolean(),
  deletedAt: z.iso.datetime().nullable(),
  /** The blocks of this rider: what is blocked, which operator blocked it, and when. */
  blocks: z.array(z.object({ what: BlockKind, by: z.string(), at: z.iso.datetime() })),
  /** Whether a chargeback freezes the account. */
  frozen: z.boolean(),
  goCash: Money,
  cards: z.array(z.object({ kind: z.string(), brand: z.string(), last4: z.string() })),
});
export type RiderShown = z.infer<typeof RiderShown>;

/** At most twenty riders. */
export const RidersFound = z.object({ riders: z.array(RiderShown), more: z.boolean() });
export type RidersFound = z.infer<typeof RidersFound>;

/** An entry of the time line of a rider. */
export const RiderEntry = z.object({
  at: z.iso.datetime(),
  what: z.enum(['order', 'payment', 'case']),
  /** The number of the order, of the top-up or of the case. */
  number: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
});
export type RiderEntry = z.infer<typeof RiderEntry>;
export const RiderTimeLineQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** A page of the time line of a rider, the newest entry first. */
export const RiderTimeLine = z.object({
  entries: z.array(RiderEntry),
  nextCursor: z.string().nullable(),
});
export type RiderTimeLine = z.infer<typeof RiderTimeLine>;

/** The contact of a rider, which only this answer shows. */
export const RiderUnmasked = z.object({
  number: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  repeated: z.boolean(),
});
export type RiderUnmasked = z.infer<typeof RiderUnmasked>;

/**
 * The answer to the deletion of an account. The number of the rider stays, so that the orders and the ledger still
 * refer to one rider.
 */
export const RiderErased = z.object({ number: z.string(), repeated: z.boolean() });

export const BlockRider = z.strictObject({
  what: z
    .array(BlockKind)
    .min(1)
    .max(BlockKind.options.length)
    .transform((kinds) => BlockKind.options.filter((kind) => kinds.includes(kind))),
  why: Reason,
});
export const RiderChanged = z.object({ rider: RiderShown, repeated: z.boolean() });
export type RiderChanged = z.infer<typeof RiderChanged>;

/** Blocks a phone number, even if no account has it, or ends the block. */
export const BlockPhone = z.strictObject({
  phone: z.string().trim().min(5).max(30),
  blocked: z.boolean(),
  why: Reason,
});
export const PhoneBlocked = z.object({ blocked: z.boolean(), repeated: z.boolean() });
export type PhoneBlocked = z.infer<typeof PhoneBlocked>;

/** Credits GoCash as a bonus, in minor units of the currency of the server. */
export const CreditRider = z.strictObject({
  amount: z.int().positive().max(100_000_000),
  why: Reason,
});
/** The rider after the credit, or the approval that the credit waits for. */
export const RiderCredited = z.object({
  rider: RiderShown,
  approval: ApprovalShown.nullable(),
  repeated: z.boolean(),
});
export type RiderCredited = z.infer<typeof RiderCredited>;
