import { z } from 'zod';
import { WebhookKnobsPatch } from './webhooks.ts';

const operations = ['attach', 'edit', 'detach', 'authorize', 'capture', 'void', 'refund'] as const;
export type Operation = (typeof operations)[number];

/** `POST /sandbox/api/payments/knobs`: how the issuer's answers to the merchant go wrong. */
export const IssuerKnobs = z.strictObject({
  /**
   * `timeoutBefore` never answers and does nothing; `timeoutAfter` does it and never answers;
   * `cutBefore` and `cutAfter` the same with the connection cut at once; `errorBefore` answers 500.
   */
  mode: z.enum(['off', 'timeoutBefore', 'timeoutAfter', 'cutBefore', 'cutAfter', 'errorBefore']),
  /** For so many calls, then off again. */
  times: z.int().min(1).max(10_000).default(1),
  /** Only these calls; absent means all. */
  operations: z.array(z.enum(operations)).optional(),
});
/** The same call sets what goes wrong with the issuer's messages, and makes things happen. */
export const IssuerKnobsPatch = IssuerKnobs.partial({ mode: true }).extend({
  webhooks: WebhookKnobsPatch.optional(),
  /** The authorization whose card's owner objects to the charge. */
  chargeback: z.string().optional(),
  /** The issuer's name of the card that is sent to its owner anew. */
  renew: z
    .strictObject({
      card: z.string(),
      expiryMonth: z.int().min(1).max(12),
      expiryYear: z.int().min(2000).max(2100),
    })
    .optional(),
});
export type IssuerKnobs = z.infer<typeof IssuerKnobs>;

/** What is to go wrong with the next calls; forgotten at a restart. */
export class Faults {
  #knobs: IssuerKnobs = { mode: 'off', times: 1 };

  get knobs(): IssuerKnobs {
    return this.#knobs;
  }

  set(knobs: IssuerKnobs): void {
    this.#knobs = knobs;
  }

  /** The fault that befalls this call, using it up. */
  take(operation: Operation): IssuerKnobs['mode'] {
    const { mode, times, operations } = this.#knobs;
    if (mode === 'off' || (operations && !operations.includes(operation))) return 'off';
    this.#knobs = times > 1 ? { ...this.#knobs, times: times - 1 } : { mode: 'off', times: 1 };
    return mode;
  }
}
