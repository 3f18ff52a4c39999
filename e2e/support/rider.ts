import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { z } from 'zod';
import { CodeIssued, SignedIn } from '../../contract/signIn/auth.ts';
import { Coupon } from '../../contract/coupons.ts';
import { Problem } from '../../contract/errors.ts';
import { CurrentOrder, Order, type RentalState } from '../../contract/orders.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import {
  CardForm,
  PaymentMethod,
  PaymentMethodList,
  type SheetKind,
} from '../../contract/payment.ts';
import { Referral } from '../../contract/referral.ts';
import { Station } from '../../contract/stations.ts';
import { type NewReport, Report } from '../../contract/support.ts';
import { TopUp, Wallet } from '../../contract/wallet.ts';
import type { Product } from './product.ts';
import type { Sandbox } from './sandbox.ts';

/** The card issuer's published test numbers. */
export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  failsLater: '4000000000000341',
  wantsAuthentication: '4000002500003155',
} as const;

/**
 * The behaviour of an account on the issuer's payment sheets. Each sheet has one account for each
 * behaviour.
 */
export type AccountBehaviour =
  | 'pays'
  | 'declined'
  | 'insufficientFunds'
  | 'failsWhenCharged'
  | 'authentication';

/** An answer of the API, with any status. */
export interface Answer {
  status: number;
  body: unknown;
}

/** A rider who calls the API directly, so that tests can prepare data quickly. */
export class Rider {
  readonly phone: string;
  readonly sessionId: string;
  readonly product: Product;

  /**
   * Creates an account, or signs in if the phone number has an account. `inviteCode` is the code of the rider who
   * invited this rider.
   */
  static async signUp(
    product: Product,
    sandbox: Sandbox,
    phone: string,
    inviteCode?: string,
  ): Promise<Rider> {
    const asked = await call(product, 'POST', paths.codes, { phone, language: 'en' });
    const { requestId } = CodeIssued.parse(expectOk(asked));
    const code = await sandbox.code(phone);
    const verified = await call(product, 'POST', fillPath(paths.verifyCode, { requestId }), {
      code,
      inviteCode,
    });
    const { sessionId } = SignedIn.parse(expectOk(verified));
    return new Rider(product, phone, sessionId);
  }

  private constructor(product: Product, phone: string, sessionId: string) {
    this.product = product;
    this.phone = phone;
    this.sessionId = sessionId;
  }

  /** Calls the API. `key` is the idempotency key, for requests that move money or hardware. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key?: string,
  ) {
    return call(this.product, method, path, body, {
      authorization: `Bearer ${this.sessionId}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    });
  }

  async addCard(number: string): Promise<PaymentMethod> {
    const form = CardForm.parse(expectOk(await this.call('GET', paths.cardForm)));
    if (form.provider !== 'sandbox') throw new Error('the sandbox plays the card issuer');
    const token = await tokenOf(form.origin, number);
    const body = { token, country: 'US', postalCode: '60601', makeDefault: true };
    const added = await this.call('POST', paths.paymentMethods, body, randomUUID());
    return PaymentMethod.parse(expectOk(added));
  }

  /** Saves an account from the sheet of Apple Pay, Google Pay or PayPal as a payment method. */
  async addSheet(kind: SheetKind, habit: AccountBehaviour): Promise<PaymentMethod> {
    const form = CardForm.parse(expectOk(await this.call('GET', paths.cardForm)));
    if (form.provider !== 'sandbox') throw new Error('the sandbox plays the card issuer');
    const sheet = form.sheets.find((offered) => offered.kind === kind);
    if (!sheet) throw new Error(`no sheet of ${kind} is on offer`);
    const token = await postForToken(`${sheet.url}/tokens`, { behaviour: habit });
    const added = await this.call(
      'POST',
      paths.paymentMethods,
      { token, makeDefault: true },
      randomUUID(),
    );
    return PaymentMethod.parse(expectOk(added));
  }

  /** Tops up GoCash by $20.00. Waits until the balance contains the amount and the bonus. */
  async topUp(): Promise<TopUp> {
    const { id } = await this.beginTopUp();
    const read = async () =>
      TopUp.parse(expectOk(await this.call('GET', fillPath(paths.topUp, { id }))));
    await expect.poll(async () => (await read()).state).toBe('credited');
    return read();
  }

  /** Starts a top-up of $20.00, without waiting for the payment. */
  async beginTopUp(): Promise<TopUp> {
    const [method] = await this.cards();
    if (!method) throw new Error('the rider has no card');
    const { offers } = Wallet.parse(expectOk(await this.call('GET', paths.wallet)));
    const offer = offers.find(({ amount }) => amount.amount === 2000);
    const body = { ...offer, paymentMethodId: method.id };
    const begun = await this.call('POST', paths.topUps, body, randomUUID());
    return TopUp.parse(expectOk(begun));
  }

  async redeem(code: string): Promise<Coupon> {
    const redeemed = await this.call('POST', paths.coupons, { code }, randomUUID());
    return Coupon.parse(expectOk(redeemed));
  }

  /** Returns the total GoCash balance in cents. */
  async balance(): Promise<number> {
    return Wallet.parse(expectOk(await this.call('GET', paths.wallet))).total.amount;
  }

  async report(report: NewReport): Promise<Report> {
    const sent = await this.call('POST', paths.supportReports, report, randomUUID());
    return Report.parse(expectOk(sent));
  }

  async inviteCode(): Promise<string> {
    return Referral.parse(expectOk(await this.call('GET', paths.referral))).code;
  }

  async cards(): Promise<PaymentMethod[]> {
    return PaymentMethodList.parse(expectOk(await this.call('GET', paths.paymentMethods))).methods;
  }

  async station(id: string): Promise<z.infer<typeof Station>> {
    return Station.parse(expectOk(await this.call('GET', fillPath(paths.station, { id }))));
  }

  /** Requests a rental. Returns the answer, which may be a refusal. */
  async askToRent(stationId: string, methodId: string, key: string = randomUUID()) {
    const { tariff } = await this.station(stationId);
    const body = { stationId, paymentMethodId: methodId, tariffId: tariff.id };
    return this.call('POST', paths.rentals, body, key);
  }

  /** Starts a rental with the default card, and waits until the rental is in one of the states. */
  async rent(stationId: string, ...states: [RentalState, ...RentalState[]]): Promise<Order> {
    const [method] = await this.cards();
    if (!method) throw new Error('the rider has no card');
    const { id } = Order.parse(expectOk(await this.askToRent(stationId, method.id)));
    return this.waitFor(id, ...states);
  }

  async order(id: string): Promise<Order> {
    return Order.parse(expectOk(await this.call('GET', fillPath(paths.order, { id }))));
  }

  async currentOrder(): Promise<Order | null> {
    return CurrentOrder.parse(expectOk(await this.call('GET', paths.currentOrder))).order;
  }

  /** Waits until the order is in one of the states, and returns it. */
  async waitFor(id: string, ...states: [RentalState, ...RentalState[]]): Promise<Order> {
    await expect
      .poll(async () => (await this.order(id)).state, {
        message: `order in ${states.join(' or ')}`,
        timeout: 20_000,
        intervals: [50, 100, 200],
      })
      .toMatch(new RegExp(`^(${states.join('|')})$`));
    return this.order(id);
  }

  pay(orderId: string, methodId: string, key: string = randomUUID()): Promise<Answer> {
    const path = fillPath(paths.payOrder, { id: orderId });
    return this.call('POST', path, { paymentMethodId: methodId }, key);
  }
}

/** Returns the error code of an answer that is a problem. */
export function problemCode({ body }: Answer): string {
  return Problem.parse(body).code;
}

export function expectOk(answer: Answer): unknown {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function call(
  product: Product,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(product.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Sends the card number to the issuer, as the issuer's form does. Returns the token. */
function tokenOf(issuer: string, number: string): Promise<string> {
  const card = { number, name: 'Alex Rider', expiryMonth: 12, expiryYear: 2030 };
  return postForToken(`${issuer}/card-form/tokens`, card);
}

async function postForToken(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
  return z.object({ token: z.string() }).parse(await response.json()).token;
}
