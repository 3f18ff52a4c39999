import { z } from 'zod';

/** A text message or an e-mail to a rider. */
export const NewMessage = z.strictObject({
  to: z.string().min(1),
  body: z.string(),
  /** The code in the text; empty without one. */
  code: z.string(),
});
export type NewMessage = z.infer<typeof NewMessage>;

/**
 * `known`: the offset of the asking server. The answer comes when the world's offset differs; at once
 * without it.
 */
export const ClockQuestion = z.object({ known: z.coerce.number().optional() });

/** How far the simulated time is ahead of the real time. */
export const ClockAnswer = z.object({ offsetSeconds: z.number() });
export type ClockAnswer = z.infer<typeof ClockAnswer>;
