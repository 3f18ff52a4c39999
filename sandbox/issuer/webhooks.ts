import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../server/time/clock.ts';
import { sandboxSignatureHeader, signMessage } from './sandboxSignature.ts';
import { newId } from './book.ts';
import type { IssuerEvent } from './wire.ts';

/** The active faults of the issuer's webhooks. */
export const WebhookKnobs = z.strictObject({
  /** Delay between the event and its webhook, in milliseconds. */
  delayMs: z.int().min(0).max(600_000),
  /** Number of additional deliveries of each webhook. */
  duplicates: z.int().min(0).max(10),
  drop: z.boolean(),
  /** True if all events that occur during one delay are sent in reverse order. */
  reorder: z.boolean(),
  wrongSignature: z.boolean(),
});
/** Absent settings do not change. `reset` restores the normal behaviour first. */
export const WebhookKnobsPatch = WebhookKnobs.partial().extend({ reset: z.boolean().optional() });
export type WebhookKnobs = z.infer<typeof WebhookKnobs>;

const normal: WebhookKnobs = {
  delayMs: 100,
  duplicates: 0,
  drop: false,
  reorder: false,
  wrongSignature: false,
};

/** The delays before each retry of a webhook that the server did not accept, in milliseconds. */
const retryDelaysMs = [1_000, 5_000, 30_000];

/**
 * Sends signed webhooks to the merchant's server. If the sandbox stops, pending webhooks are lost.
 */
export class Webhooks {
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #stopped = new AbortController();
  #knobs: WebhookKnobs = normal;
  #url: string | null = null;
  #waiting: string[] = [];
  #planned = false;

  constructor(clock: Clock, secret: string) {
    this.#clock = clock;
    this.#secret = secret;
  }

  get knobs(): WebhookKnobs {
    return this.#knobs;
  }

  turn({ reset = false, ...patch }: z.infer<typeof WebhookKnobsPatch>): void {
    this.#knobs = WebhookKnobs.parse({ ...(reset ? normal : this.#knobs), ...patch });
  }

  /** Sets the address to which webhooks are sent. */
  setTarget(url: string): void {
    this.#url = url;
  }

  readonly announce = (event: IssuerEvent): void => {
    if (this.#url === null || this.#knobs.drop || this.#stopped.signal.aborted) return;
    const body = JSON.stringify({ id: newId('evt'), event });
    for (let copy = 0; copy <= this.#knobs.duplicates; copy++) this.#waiting.push(body);
    if (!this.#planned) void this.#sendLater();
  };

  stop(): void {
    this.#stopped.abort();
  }

  async #sendLater(): Promise<void> {
    this.#planned = true;
    await this.#pause(this.#knobs.delayMs);
    this.#planned = false;
    const bodies = this.#waiting.splice(0);
    if (this.#knobs.reorder) bodies.reverse();
    for (const body of bodies) void this.#send(body);
  }

  async #send(body: string): Promise<void> {
    for (const pause of [0, ...retryDelaysMs]) {
      await this.#pause(pause);
      if (this.#stopped.signal.aborted || (await this.#isAccepted(body))) return;
    }
  }

  async #isAccepted(body: string): Promise<boolean> {
    const secret = this.#knobs.wrongSignature ? 'another' : this.#secret;
    try {
      const response = await fetch(this.#url ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [sandboxSignatureHeader]: signMessage(secret, body, this.#clock.now()),
        },
        body,
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(5_000)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      // fetch throws these errors if the server cannot be reached or does not answer in time.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }

  async #pause(ms: number): Promise<void> {
    if (ms === 0) return;
    // The delay ends early when the sandbox stops.
    await delay(ms, undefined, { ref: false, signal: this.#stopped.signal }).catch(
      (error: unknown) => {
        if (!this.#stopped.signal.aborted) throw error;
      },
    );
  }
}
