import { z } from 'zod';

/** What one operator may pay to riders without a second operator, in minor units. */
export interface PayLimits {
  readonly currency: string;
  /** For one order or top-up, or for one rider within 30 days. */
  readonly once: number;
  /** For all riders within 24 hours. */
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
