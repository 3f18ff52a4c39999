import { z } from 'zod';
import { operations } from './sandboxProvider.ts';
import { WebhookKnobsPatch } from './webhooks.ts';

export type Operation = (typeof operations)[number];

/**
 * The part of the body of `POST /sandbox/api/payments/knobs` that sets faults of the issuer's
 * answers to the merchant.
 */
export const IssuerKnobs = z.strictObject({
  /**
   * `timeoutBefore`: the call has no effect and gets no answer. `timeoutAfter`: the call has its
   * effect but gets no answer. `cutBefore` and `cutAfter`: like the time-outs, but the issuer cuts
   * the connection at once. `errorBefore`: the call has no effect and the answer is 500.
   */
  mode: z.enum(['off', 'timeoutBefore', 'timeoutAfter', 'cutBefore', 'cutAfter', 'errorBefore']),
  /** The number of calls with this fault. */
  times: z.int().min(1).max(10_000).default(1),
  /** The affected calls. If absent, all calls are affected. */
  operations: z.array(z.enum(operations)).optional(),
});
/**
 * The whole body of the request. The body can also set faults of webhooks, open a chargeback and
 * renew a card.
 */
export const IssuerKnobsPatch = IssuerKnobs.partial({ mode: true }).extend({
  webhooks: WebhookKnobsPatch.optional(),
  /** The id of the hold or charge for which the bank opens a chargeback. */
  chargeback: z.string().optional(),
  /** The issuer's id of the card that the bank replaces by a new card. */
  renew: z
    .strictObject({
      card: z.string(),
      expiryMonth: z.int().min(1).max(12),
      expiryYear: z.int().min(2000).max(2100),
    })
    .optional(),
});
export type IssuerKnobs = z.infer<typeof IssuerKnobs>;

/** The faults of the next calls. A restart removes the faults. */
export class Faults {
  #knobs: IssuerKnobs = { mode: 'off', times: 1 };

  get knobs(): IssuerKnobs {
    return this.#knobs;
  }

  set(knobs: IssuerKnobs): void {
    this.#knobs = knobs;
  }

  /** Returns the fault for this call, and lowers the number of calls that still have the fault. */
  take(operation: Operation): IssuerKnobs['mode'] {
    const { mode, times, operations } = this.#knobs;
    if (mode === 'off' || (operations && !operations.includes(operation))) return 'off';
    this.#knobs = times > 1 ? { ...this.#knobs, times: times - 1 } : { mode: 'off', times: 1 };
    return mode;
  }
}
