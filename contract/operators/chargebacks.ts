import { z } from 'zod';
import { Money } from '../money.ts';
import { ApprovalShown } from './approvals.ts';

/*
 * The chargebacks, under `/api/ops`. A chargeback can freeze the account of the rider. The types
 * for the case of a chargeback are in `desk.ts`.
 */

export const ChargebackShown = z.object({
  /** The id of the chargeback at the payment provider. */
  id: z.string(),
  state: z.string(),
  /** The bank's reason, as the provider words it. */
  reason: z.string(),
  amount: Money,
  /** The number of the rider. */
  rider: z.string(),
  /** The number of the order; null if the payment is a top-up. */
  order: z.string().nullable(),
  openedAt: z.iso.datetime(),
  /** The bank's deadline for the evidence; null if the bank has not set a deadline. */
  dueAt: z.iso.datetime().nullable(),
  /** When the evidence was sent; null if it was not sent. */
  answeredAt: z.iso.datetime().nullable(),
  /** Whether this chargeback stops the rider from beginning rentals and from using GoCash. */
  frozen: z.boolean(),
  /** When an operator lifted the freeze; null if nobody has lifted it. */
  liftedAt: z.iso.datetime().nullable(),
});
export type ChargebackShown = z.infer<typeof ChargebackShown>;

export const ChargebackQuery = z.object({
  /** `undecided` returns all chargebacks except those that the operator has won or the bank has withdrawn. */
  state: z.enum(['undecided', 'all']).default('undecided'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** A page of chargebacks, the oldest first. */
export const ChargebackList = z.object({
  chargebacks: z.array(ChargebackShown),
  nextCursor: z.string().nullable(),
});
export type ChargebackList = z.infer<typeof ChargebackList>;

/**
 * The answer to a call that lifts a freeze: the chargeback afterwards, the approval that the act waits for, and whether
 * an earlier call already did the act.
 */
export const FreezeLifted = z.object({
  chargeback: ChargebackShown,
  approval: ApprovalShown.nullable(),
  repeated: z.boolean(),
});
export type FreezeLifted = z.infer<typeof FreezeLifted>;
