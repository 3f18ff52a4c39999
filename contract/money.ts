import { z } from 'zod';

/** An amount in minor units (cents) of an ISO 4217 currency. Never a float. */
export const Money = z.object({
  amount: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = z.infer<typeof Money>;
