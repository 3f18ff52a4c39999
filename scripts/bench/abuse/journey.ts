import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { CodeIssued, SignedIn } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { PaymentMethod, PaymentSetup } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { tilesAround } from '../../../contract/rules/places/tiles.ts';
import { request, type Received } from '../../chaos/request.ts';
import type { AbusedServer } from './abusedServer.ts';

/** The centre of the area with the stations of the run. */
const center = { lat: 41.8781, lng: -87.6298 };
const pollMs = 100;
const mostTries = 20;

export type Step =
  | 'page'
  | 'map'
  | 'station'
  | 'search'
  | 'code'
  | 'sign in'
  | 'card'
  | 'rent'
  | 'slot opens'
  | 'bill';

export interface Diary {
  /**
   * The durations of each step, in milliseconds. `slot opens` begins at the rental, `bill` begins at the return, and
   * each other step is a call.
   */
  readonly steps: Map<Step, number[]>;
  /** The sum of the steps of each complete journey, in milliseconds. */
  readonly journeys: number[];
  /** The number of calls that the server refused with a request to try again later. */
  refused: number;
  /** The number of challenges that the journeys solved to get a code. */
  challenges: number;
  readonly failures: string[];
}

export function emptyDiary(): Diary {
  return { steps: new Map(), journeys: [], refused: 0, challenges: 0, failures: [] };
}

type Answer = Extract<Received, { kind: 'answer' }>;

/** A new rider, who opens the app, signs in, adds a card, rents a charger and returns it. */
export class Journey {
  readonly #world: AbusedServer;
  readonly #diary: Diary;
  readonly #index: number;
  #session: string | null = null;
  #totalMs = 0;

  constructor(world: AbusedServer, diary: Diary, index: number) {
    this.#world = world;
    this.#diary = diary;
    this.#index = index;
  }

  async make(): Promise<void> {
    const { stripe, cabinets, tariffId, out } = this.#world;
    const home = cabinets[this.#index % cabinets.length];
    if (!home) throw new Error('no cabinet');
    const { stationId } = home.cabinet;
    await this.#call('page', 'GET', '/home');
    await this.#call('map', 'GET', paths.config);
    for (const { z, x, y } of tilesAround(center.lat, center.lng, 15)) {
      await this.#call('map', 'GET', fillPath(paths.stationTile, { z, x, y }));
    }
    await this.#call('station', 'GET', fillPath(paths.station, { id: stationId }));
    await this.#call('search', 'GET', `${paths.stationSearch}?q=stat`);
    await this.#signIn();
    const setup = await this.#call('card', 'POST', paths.paymentSetups, { kind: 'card' });
    const { id: token } = PaymentSetup.parse(setup.body);
    stripe.account.finishSetup(token, { habit: 'pays', fingerprint: randomUUID() });
    const card = { token, country: 'US', postalCode: '60601', makeDefault: true };
    const added = await this.#call('card', 'POST', paths.paymentMethods, card);
    const { id: paymentMethodId } = PaymentMethod.parse(added.body);

    const rental = { stationId, paymentMethodId, tariffId };
    const rented = await this.#call('rent', 'POST', paths.rentals, rental);
    const { id } = Order.parse(rented.body);
    await this.#until('slot opens', async () => out.has(id));
    const outing = out.get(id);
    if (!outing) throw new Error('no charger came out');
    outing.cabinet.push(outing.charger);
    await this.#until('bill', async () => {
      const order = Order.parse((await this.#send('GET', fillPath(paths.order, { id }))).body);
      return order.status === 'complete';
    });
    this.#diary.journeys.push(this.#totalMs);
  }

  async #signIn(): Promise<void> {
    const phone = `+1312${String(2_000_000 + this.#index)}`;
    const asked = { phone, language: 'en' };
    let issued = await this.#call('code', 'POST', paths.codes, asked, [201, 429]);
    if (issued.status === 429) {
      const { challenge = '' } = Problem.parse(issued.body);
      this.#diary.challenges++;
      const solution = solve(challenge);
      issued = await this.#call('code', 'POST', paths.codes, { ...asked, solution });
    }
    const { requestId } = CodeIssued.parse(issued.body);
    const code = this.#world.twilio.codeFor(phone);
    const path = fillPath(paths.verifyCode, { requestId });
    const signedIn = await this.#call('sign in', 'POST', path, { code });
    this.#session = SignedIn.parse(signedIn.body).sessionId;
  }

  /**
   * Waits until the condition is true, and adds the waiting time to the durations of the step. The
   * precision of the waiting time is `pollMs`, because the condition is checked at this interval.
   */
  async #until(step: Step, condition: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now();
    while (!(await condition())) {
      if (performance.now() - startedAt > 60_000) throw new Error(`${step}: not within a minute`);
      await setTimeout(pollMs);
    }
    this.#add(step, performance.now() - startedAt);
  }

  /**
   * Makes a call, and repeats it while the server asks to try again later. The waiting times are part of the journey.
   */
  async #call(
    step: Step,
    method: string,
    path: string,
    body?: object,
    accepted: readonly number[] = [200, 201, 202],
  ): Promise<Answer> {
    const key = randomUUID();
    const startedAt = performance.now();
    for (let tries = 0; tries < mostTries; tries++) {
      const answer = await this.#send(method, path, body, key);
      const isChallenge = answer.status === 429 && isChallenged(answer.body);
      if (accepted.includes(answer.status) && (answer.status !== 429 || isChallenge)) {
        this.#add(step, performance.now() - startedAt);
        return answer;
      }
      if (answer.status !== 429 && answer.status !== 503) {
        throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      this.#diary.refused++;
      await setTimeout((answer.retryAfter ?? 1) * 1000);
    }
    throw new Error(`${step}: refused ${mostTries} times`);
  }

  async #send(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const { server } = this.#world;
    const received = await request(server, {
      method,
      path,
      headers: {
        accept: path.startsWith('/api') ? 'application/json' : 'text/html',
        'accept-encoding': path.startsWith('/api') ? 'identity' : 'br',
        ...(path.startsWith('/api') ? {} : { 'sec-fetch-mode': 'navigate' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(this.#session === null ? {} : { authorization: `Bearer ${this.#session}` }),
      },
      from: `100.${64 + (this.#index >> 16)}.${(this.#index >> 8) & 255}.${this.#index & 255}`,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (received.kind !== 'answer') throw new Error(`${method} ${path}: ${received.kind}`);
    return received;
  }

  #add(step: Step, ms: number): void {
    const { steps } = this.#diary;
    steps.set(step, [...(steps.get(step) ?? []), ms]);
    this.#totalMs += ms;
  }
}

function isChallenged(body: unknown): boolean {
  return Problem.safeParse(body).data?.code === 'challengeNeeded';
}

/** Solves a challenge as the app does. */
function solve(challenge: string): string {
  const bits = Number(challenge.split('.')[0]);
  for (let n = 0; ; n++) {
    const solution = `${challenge}:${n}`;
    const hash = createHash('sha256').update(solution).digest();
    if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return solution;
  }
}
