import { z } from 'zod';

/** A text message or an e-mail to a rider. */
export const NewMessage = z.strictObject({
  to: z.string().min(1),
  body: z.string(),
  /** The code in the text. It is empty for a text without a code. */
  code: z.string(),
});
export type NewMessage = z.infer<typeof NewMessage>;

/**
 * `known` is the offset that the server has. The simulated world answers as soon as its own offset
 * differs from `known`, or after a minute. If `known` is absent, the simulated world answers at
 * once.
 */
export const ClockQuestion = z.object({ known: z.coerce.number().optional() });

/** The number of seconds by which the simulated time is ahead of the real time. */
export const ClockAnswer = z.object({ offsetSeconds: z.number() });
export type ClockAnswer = z.infer<typeof ClockAnswer>;
