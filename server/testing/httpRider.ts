import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { CodeIssued, SignedIn } from '../../contract/signIn/auth.ts';
import { Order } from '../../contract/orders.ts';
import { PaymentMethod, PaymentSetup } from '../../contract/payment.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { Station } from '../../contract/stations.ts';
import type { EmptyServer } from './emptyServer.ts';

type Servers = Pick<EmptyServer, 'server' | 'stripe' | 'twilio'>;

/** The time to wait for something that the server does after an answer of a cabinet or a provider. */
const soon = { timeout: 30_000, interval: 50 };

/** A rider who signs in with a code from a text message, saves a card at Stripe, and rents over HTTP. */
export class HttpRider {
  readonly #server: Servers['server'];
  readonly #session: string;
  readonly #card: string;

  private constructor(server: Servers['server'], session: string, card: string) {
    this.#server = server;
    this.#session = session;
    this.#card = card;
  }

  static async signUp({ server, stripe, twilio }: Servers, phone: string): Promise<HttpRider> {
    const asked = CodeIssued.parse(
      await callServer(server.url, paths.codes, { body: { phone, language: 'en' } }),
    );
    const verify = fillPath(paths.verifyCode, { requestId: asked.requestId });
    const body = { code: twilio.codeFor(phone) };
    const { sessionId: session } = SignedIn.parse(await callServer(server.url, verify, { body }));
    const setup = PaymentSetup.parse(
      await callServer(server.url, paths.paymentSetups, { session, body: { kind: 'card' } }),
    );
    stripe.account.finishSetup(setup.id);
    const card = PaymentMethod.parse(
      await callServer(server.url, paths.paymentMethods, {
        session,
        body: { token: setup.id, country: 'US', postalCode: '60601', makeDefault: true },
      }),
    );
    return new HttpRider(server, session, card.id);
  }

  /** Orders a charger, and waits until the charger has come out. */
  async start(stationId: string): Promise<Order> {
    const { tariff } = Station.parse(
      await callServer(this.#server.url, fillPath(paths.station, { id: stationId })),
    );
    const body = { stationId, paymentMethodId: this.#card, tariffId: tariff.id };
    const started = Order.parse(
      await callServer(this.#server.url, paths.rentals, { session: this.#session, body }),
    );
    return this.reaches(started.id, 'charging');
  }

  async order(id: string): Promise<Order> {
    const path = fillPath(paths.order, { id });
    return Order.parse(await callServer(this.#server.url, path, { session: this.#session }));
  }

  /** Waits until the order has this status. */
  reaches(id: string, status: Order['status']): Promise<Order> {
    return vi.waitFor(async () => {
      const order = await this.order(id);
      if (order.status !== status) throw new Error(`the order is ${order.status}, not ${status}`);
      return order;
    }, soon);
  }
}

/** Calls the server at its address, and returns the body of the answer. A call with a body is a POST. */
export async function callServer(
  url: string,
  address: string,
  { session, body }: { session?: string; body?: object } = {},
): Promise<unknown> {
  const response = await fetch(url + address, {
    method: body ? 'POST' : 'GET',
    headers: {
      'idempotency-key': randomUUID(),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}
