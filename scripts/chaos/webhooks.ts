import { setTimeout } from 'node:timers/promises';
import { fillPath, paths } from '../../contract/paths.ts';
import { systemClock } from '../../server/time/clock.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const path = fillPath(paths.paymentWebhook, { provider: 'stripe' });

/**
 * Delivers Stripe's webhooks late, twice, not at all or in a changed order. Also sends forged
 * webhooks.
 */
export class Webhooks {
  sent = 0;
  forged = 0;
  /** Forged webhooks that the server accepted. */
  readonly believed: string[] = [];
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  async carry(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const events = this.#world.stripe.events.splice(0);
      const shuffled = events.toSorted(() => this.#random.fraction() - 0.5);
      await Promise.all(shuffled.map(({ body }) => this.#deliverOne(body)));
      await setTimeout(500);
    }
  }

  async #deliverOne(body: string): Promise<void> {
    if (this.#random.chance(0.1)) return;
    await setTimeout(this.#random.chance(0.2) ? this.#random.between(1_000, 6_000) : 0);
    if (this.#random.chance(0.1)) await this.#forge(body);
    const copies = this.#random.chance(0.2) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      this.sent++;
      await this.#post(body, this.#world.stripe.sign(body, nowSeconds()));
    }
  }

  async #forge(body: string): Promise<void> {
    const { stripe } = this.#world;
    const signature = this.#random.pick([
      stripe.sign(body, nowSeconds(), `whsec_${'f'.repeat(32)}`),
      // This signature is correct, but an hour old.
      stripe.sign(body, nowSeconds() - 3_600),
      stripe.sign(`${body} `, nowSeconds()),
      '',
    ]);
    this.forged++;
    const status = await this.#post(body, signature);
    if (status !== null && status < 300) this.believed.push('a forged webhook was believed');
  }

  async #post(body: string, signature: string): Promise<number | null> {
    const headers = { 'stripe-signature': signature };
    const sent = { method: 'POST', path, headers, body, from: '198.51.100.7' };
    return (await this.#world.balancer.tryOnce(sent))?.status ?? null;
  }
}

function nowSeconds(): number {
  return Math.floor(systemClock.now().getTime() / 1000);
}
