import { z } from 'zod';
import { Money } from '../money.ts';
import { ApprovalShown } from './approvals.ts';

/*
 * The chargebacks, and the freezes that they put on the accounts of riders, under `/api/ops`. The case of a chargeback
 * is in `desk.ts`.
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
  /** The deadline of the bank for the evidence; null if the bank has none. */
  dueAt: z.iso.datetime().nullable(),
  /** When the evidence was sent; null if it was not. */
  answeredAt: z.iso.datetime().nullable(),
  /** Whether the rider can begin no rental and use no GoCash because of this chargeback. */
  frozen: z.boolean(),
  /** When an operator lifted the freeze; null if nobody has. */
  liftedAt: z.iso.datetime().nullable(),
});
export type ChargebackShown = z.infer<typeof ChargebackShown>;

export const ChargebackQuery = z.object({
  /** `undecided` leaves out the chargebacks that the operator has won, and those that the bank has withdrawn. */
  state: z.enum(['undecided', 'all']).default('undecided'),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
/** The oldest chargeback comes first. */
export const ChargebackList = z.object({
  chargebacks: z.array(ChargebackShown),
  nextCursor: z.string().nullable(),
});
export type ChargebackList = z.infer<typeof ChargebackList>;

/**
 * The chargeback after its freeze was lifted, the approval that the lift waits for, and whether the same act was done
 * before.
 */
export const FreezeLifted = z.object({
  chargeback: ChargebackShown,
  approval: ApprovalShown.nullable(),
  repeated: z.boolean(),
});
export type FreezeLifted = z.infer<typeof FreezeLifted>;
