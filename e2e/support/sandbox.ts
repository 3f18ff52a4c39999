import { expect } from 'playwright/test';
import { z } from 'zod';

const Slot = z.object({
  slot: z.int(),
  charger: z.string().nullable(),
  level: z.int().nullable(),
  status: z.string(),
});

const Cabinet = z.object({
  id: z.string(),
  scenario: z.string().nullish(),
  online: z.boolean(),
  power: z.boolean(),
  offlineUntil: z.string().nullable(),
  /** The number of events that the server has not acknowledged. */
  unacknowledged: z.int(),
  slots: z.array(Slot),
  knobs: z.record(z.string(), z.unknown()),
});
export type Cabinet = z.infer<typeof Cabinet>;

const Message = z.object({ to: z.string(), body: z.string(), code: z.string(), at: z.string() });

const PaymentRecord = z.object({
  kind: z.enum(['authorization', 'charge', 'capture', 'void', 'refund']),
  key: z.string(),
  authorization: z.string().nullable(),
  amount: z.int(),
  /** The kind of payment method: `card`, `applePay`, `googlePay` or `payPal`. */
  method: z.string(),
  last4: z.string(),
  label: z.string().nullable(),
  outcome: z.enum(['authorized', 'captured', 'actionRequired', 'done', 'declined']),
  description: z.string(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** Reads and controls the sandbox: cabinets, card issuer, text messages and clock. */
export class Sandbox {
  readonly #url: string;

  constructor(productUrl: string) {
    this.#url = `${productUrl}/sandbox/api`;
  }

  async cabinets(): Promise<Cabinet[]> {
    return z.array(Cabinet).parse(await this.#call('cabinets'));
  }

  async cabinet(id: string): Promise<Cabinet> {
    return Cabinet.parse(await this.#call(`cabinets/${id}`));
  }

  /** Returns the cabinet of a scenario: `ready`, `empty`, `offline` or `full`. */
  async scenario(name: string): Promise<Cabinet> {
    const cabinet = (await this.cabinets()).find(({ scenario }) => scenario === name);
    if (!cabinet) throw new Error(`no cabinet plays the scenario ${name}`);
    return cabinet;
  }

  /**
   * Returns whether all cabinets are connected. Ignores the cabinets that have no power or no
   * network.
   */
  async areCabinetsConnected(): Promise<boolean> {
    const cabinets = await this.cabinets();
    return cabinets.every(
      ({ online, power, offlineUntil }) => online || !power || offlineUntil !== null,
    );
  }

  /** Inserts the charger into the cabinet. */
  async return(cabinetId: string, charger: string, slot?: number): Promise<void> {
    await this.#call(`cabinets/${cabinetId}/return`, { charger, slot });
  }

  /** Returns the chargers that have left the cabinet since `before` and are still outside. */
  async takenSince(before: Cabinet): Promise<string[]> {
    const held = new Set(before.slots.map(({ charger }) => charger));
    return z
      .array(z.object({ charger: z.string(), takenFrom: z.string() }))
      .parse(await this.#call('chargers/out'))
      .filter(({ charger, takenFrom }) => takenFrom === before.id && held.has(charger))
      .map(({ charger }) => charger);
  }

  /** Takes the charger that has left the cabinet `from`, and inserts it into the cabinet `to`. */
  async bringBack(from: Cabinet, to: Pick<Cabinet, 'id'>): Promise<void> {
    const [charger] = await this.takenSince(from);
    if (charger === undefined) throw new Error(`no charger was taken from ${from.id}`);
    await this.return(to.id, charger);
  }

  /**
   * Sets knobs of a cabinet, such as `answerDelayMs`. `{ reset: true }` restores the normal
   * behaviour, but does not end an outage. A cabinet stays offline until `{ offline: false }`, and
   * without power until `{ powerCut: false }`.
   */
  async knobs(cabinetId: string, knobs: Record<string, unknown>): Promise<void> {
    await this.#call(`cabinets/${cabinetId}/knobs`, knobs);
  }

  /**
   * Creates a coupon as the operator does. Amounts are in minor units. Returns the code of the
   * coupon.
   */
  async makeCoupon(terms: Record<string, unknown>): Promise<string> {
    return z.object({ code: z.string() }).parse(await this.#call('coupons', terms)).code;
  }

  /**
   * Creates a campaign as the operator does. By default the campaign started an hour ago and runs
   * for a year.
   */
  async makeCampaign(terms: Record<string, unknown> & { type: string }): Promise<void> {
    const now = (await this.now()).getTime();
    const words = {
      title: `Offer ${terms.type}`,
      summary: 'An offer.',
      terms: ['One of its own.'],
    };
    await this.#call('campaigns', {
      texts: { en: words, es: words, 'zh-CN': words },
      starts: new Date(now - 3600_000).toISOString(),
      ends: new Date(now + 365 * 24 * 3600_000).toISOString(),
      timeZone: 'America/Chicago',
      ...terms,
    });
  }

  /** Ends a campaign at once. If it is a raffle, its seed becomes public. */
  async endCampaign(type: string): Promise<void> {
    await this.#call(`campaigns/${type}/end`, {});
  }

  /** Returns the server's time, which may be ahead of the real time. */
  async now(): Promise<Date> {
    return z.object({ now: z.coerce.date() }).parse(await this.#call('clock')).now;
  }

  /** Moves the server's clock forward, including its timers. */
  async advance(seconds: number): Promise<void> {
    await this.#call('clock', { advanceSeconds: seconds });
  }

  /** Returns the card issuer's record of an order, oldest entry first. */
  async payments(orderNumber: string): Promise<PaymentRecord[]> {
    return z
      .array(PaymentRecord)
      .parse(await this.#call('payments'))
      .filter(({ description }) => description.includes(orderNumber))
      .toReversed();
  }

  /**
   * Sets knobs of the card issuer. With `{ mode: 'timeoutAfter' }`, the next call has its effect
   * but gets no answer. `{ webhooks: { drop: true } }` drops the webhooks.
   * `{ chargeback: <authorization> }` disputes a charge at the bank.
   */
  async paymentKnobs(knobs: Record<string, unknown>): Promise<void> {
    await this.#call('payments/knobs', knobs);
  }

  /** Renews the newest card that has these last digits, as a bank does. */
  async renewCard(last4: string, expiryMonth: number, expiryYear: number): Promise<void> {
    const cards = z
      .array(z.object({ card: z.string(), last4: z.string() }))
      .parse(await this.#call('payments/cards'));
    const card = cards.find((one) => one.last4 === last4)?.card;
    if (card === undefined) throw new Error(`no card ends in ${last4}`);
    await this.#call('payments/knobs', { renew: { card, expiryMonth, expiryYear } });
  }

  /** Answers a dispute as support does. */
  async answerDispute(
    orderNumber: string,
    answer: { refund: number } | { reject: true },
  ): Promise<void> {
    await this.#call(`disputes/${orderNumber}`, answer);
  }

  /** Answers a report as support does. */
  async answerCase(caseNumber: string, answer: string): Promise<void> {
    await this.#call(`cases/${caseNumber}`, { answer });
  }

  /**
   * Sets a fault of the sign-in provider, such as `{ mode: 'exchangeDown' }`. The fault stays until
   * another call removes it.
   */
  async identityKnobs(knobs: Record<string, unknown>): Promise<void> {
    await this.#call('identity/knobs', knobs);
  }

  /**
   * Returns the newest code that was sent to a phone number. If there is none yet, waits for one.
   */
  async code(phone: string): Promise<string> {
    let code = '';
    await expect
      .poll(async () => {
        const messages = await this.messages(phone);
        code = messages.find((message) => message.code !== '')?.code ?? '';
        return code;
      })
      .toMatch(/^\d{6}$/);
    return code;
  }

  async messages(phone: string): Promise<z.infer<typeof Message>[]> {
    return z.array(Message).parse(await this.#call(`messages?to=${encodeURIComponent(phone)}`));
  }

  async #call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
}
