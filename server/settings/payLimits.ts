import { z } from 'zod';

/**
 * The amounts that operators may pay to riders without the approval of a second operator, in minor units of `currency`.
 */
export interface PayLimits {
  readonly currency: string;
  /**
   * The limit for the payouts of all operators about one order or one top-up. The credits to one rider within 30 days
   * have the same limit.
   */
  readonly once: number;
  /** The limit for all payouts of one operator within 24 hours. */
  readonly perDay: number;
}

const amount = z.coerce.number().int().min(0).max(100_000_000);

export const payLimitVariables = {
  OPERATOR_REFUND_LIMIT: amount.default(10_000),
  OPERATOR_REFUND_LIMIT_PER_DAY: amount.default(100_000),
};

const Values = z.object({ ...payLimitVariables, CURRENCY: z.string() });

export function payLimits(values: z.infer<typeof Values>): PayLimits {
  return {
    currency: values.CURRENCY,
    once: values.OPERATOR_REFUND_LIMIT,
    perDay: values.OPERATOR_REFUND_LIMIT_PER_DAY,
  };
}
