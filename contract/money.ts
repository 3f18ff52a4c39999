import { z } from 'zod';

/** An amount in minor units (such as cents) of an ISO 4217 currency. It is always an integer. */
export const Money = z.object({
  amount: z.int(),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = z.infer<typeof Money>;
