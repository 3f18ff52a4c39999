import { randomUUID } from 'node:crypto';
import { HostInterestTaken, type HostInterest } from '../../../contract/hosts.ts';
import { ChargersRegistered, FieldSessionChanged } from '../../../contract/operators/chargers.ts';
import { CaseActed } from '../../../contract/operators/desk.ts';
import { CampaignChanged, CouponsCreated } from '../../../contract/operators/promotions.ts';
import { LinkMade, SignedIn } from '../../../contract/operators/signIn.ts';
import { AssignmentChanged, TariffCreated } from '../../../contract/operators/tariffs.ts';
import { KeyAdded, OperatorChanged } from '../../../contract/operators/team.ts';
import { PayoutRecorded } from '../../../contract/operators/venueShares.ts';
import { RegionChanged, VenueChanged } from '../../../contract/operators/venues.ts';
import { EndpointChanged } from '../../../contract/operators/webhooks.ts';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { demoTariff } from '../../../contract/testing/demoTariff.ts';
import { TopUp, Wallet } from '../../../contract/wallet.ts';
import type { OperatorSignIn } from '../../providers/identity/operatorSignIn.ts';
import { digest, randomToken } from '../../signInTokens.ts';
import { freshPhone, signUp, type Rider } from '../app.ts';
import { campaignTexts } from '../campaigns.ts';
import type { Engine } from '../database.ts';
import { startWholeApp, type WholeApp } from '../routes/wholeApp.ts';
import { publicUrl } from '../socialWorld.ts';
import { addStation } from '../stations.ts';
import { OperatorSession } from './operatorSessions.ts';
import { Operators, serverKey } from './operators.ts';

/** The reason of all acts that only prepare a test. */
const why = 'to prepare a test';
/** A host of webhooks that never answers. */
const webhookHost = '127.0.0.1:9';
const { id: _id, ...tariffTerms } = demoTariff;
const currency = demoTariff.currency;

/** The server with operators who have keys of their own, and with everything that their acts need. */
export class OperatorWorld {
  readonly app: WholeApp;
  readonly ops: Operators;
  /** The keys of two administrators. */
  readonly ada: string;
  readonly bob: string;
  #made = 0;
  #order: Promise<Order> | null = null;

  private constructor(app: WholeApp, ops: Operators, keys: { ada: string; bob: string }) {
    this.app = app;
    this.ops = ops;
    this.ada = keys.ada;
    this.bob = keys.bob;
  }

  static async start(engine: Engine): Promise<OperatorWorld> {
    const app = await startWholeApp({
      engine,
      signIn: { operators: provider },
      env: {
        OPERATOR_KEY: serverKey,
        PUBLIC_URL: publicUrl,
        WEBHOOK_PRIVATE_HOSTS: webhookHost,
        CALL_LIMITS_FACTOR: '100',
      },
    });
    const ops = new Operators(app);
    const ada = await ops.add('Ada', 'administrator');
    const bob = await ops.add('Bob', 'administrator');
    return new OperatorWorld(app, ops, { ada, bob });
  }

  /** A name or an id that no other object has. */
  fresh(name: string): string {
    this.#made++;
    return `${name}-${this.#made}`;
  }

  async operator(): Promise<string> {
    const name = this.fresh('operator');
    return OperatorChanged.parse(await this.#act('operators', { name, roles: ['support'] }))
      .operator.name;
  }

  async blockedOperator(): Promise<string> {
    const name = await this.operator();
    await this.#act(`operators/${name}/block`);
    return name;
  }

  async operatorKey(name: string): Promise<string> {
    return KeyAdded.parse(await this.#act(`operators/${name}/keys`, { label: 'laptop' })).id;
  }

  /** A one-time link of a new administrator. */
  async link(name: string): Promise<string> {
    const { link } = LinkMade.parse(await this.#act(`operators/${name}/first-link`));
    if (link === null) throw new Error('the link was made before');
    return link;
  }

  /** A session of a new administrator, without a second factor. */
  async session(): Promise<{ who: string; session: OperatorSession }> {
    const who = this.fresh('administrator');
    const { body } = await this.app.call('/api/ops/sign-in/link', {
      method: 'POST',
      body: { link: await this.link(who), give: 'token' },
    });
    const session = new OperatorSession(this.app, SignedIn.parse(body).token ?? 'no token');
    return { who, session };
  }

  /** The code that the browser of an invited operator passes to the command, and its verifier. */
  async signInCode(): Promise<{ who: string; code: string; verifier: string }> {
    const who = this.fresh('operator');
    const account = { subject: theAccount };
    await this.#act('operators/invite', { name: who, roles: ['support'], account });
    const verifier = randomToken();
    const path = `/api/ops/sign-in/provider?port=50000&challenge=${digest(verifier)}`;
    const begun = await this.app.call(path, { redirect: 'manual' });
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
    const callback = `/api/ops/sign-in/callback?code=of-the-provider&state=${state}`;
    const ended = await this.app.call(callback, { redirect: 'manual', headers: { cookie } });
    const { searchParams } = new URL(ended.headers.get('location') ?? '');
    return { who, code: searchParams.get('code') ?? '', verifier };
  }

  /** A settled order, always the same. */
  order(): Promise<Order> {
    this.#order ??= this.#rent('pays', 90);
    return this.#order;
  }

  /** An order whose total is still due. */
  unpaidOrder(): Promise<Order> {
    return this.#rent('failsLater', 40 * 60);
  }

  async case(): Promise<string> {
    const { number } = await this.order();
    return CaseActed.parse(await this.#act('cases', { order: number })).case.number;
  }

  /** A credited top-up. */
  async topUp(): Promise<string> {
    const rider = await this.rider();
    const { sessionId: session } = rider;
    const paymentMethodId = await this.app.renting.addCard(rider);
    const wallet = Wallet.parse((await this.app.call(paths.wallet, { session })).body);
    const body = { ...wallet.offers[0], paymentMethodId };
    const asked = { method: 'POST', session, key: randomUUID(), body };
    const { number } = TopUp.parse((await this.app.call(paths.topUps, asked)).body);
    await this.app.renting.settle();
    return number;
  }

  rider(): Promise<Rider> {
    return signUp(this.app);
  }

  /** The provider's id of a chargeback about the shared order. */
  async chargeback(): Promise<string> {
    const { db, clock } = this.app.deps;
    const { id: rental } = await this.order();
    const payment = await db
      .selectFrom('payments')
      .select(['id', 'user_id'])
      .where('rental_id', '=', rental)
      .executeTakeFirstOrThrow();
    const at = clock.now();
    const providerId = this.fresh('chargeback');
    await db
      .insertInto('chargebacks')
      .values({
        id: randomUUID(),
        provider: 'sandbox',
        provider_id: providerId,
        payment_id: payment.id,
        user_id: payment.user_id,
        rental_id: rental,
        state: 'opened',
        reason: 'fraudulent',
        currency,
        amount: 100,
        created_at: at,
        changed_at: at,
        read_at: at,
      })
      .execute();
    return providerId;
  }

  /** A charger of the stock that is in no cabinet. */
  async charger(): Promise<string> {
    const serial = this.fresh('PB');
    ChargersRegistered.parse(await this.#act('chargers', { serials: [serial] }));
    return serial;
  }

  async heldCharger(): Promise<string> {
    const serial = await this.charger();
    await this.#act(`chargers/${serial}/hold-back`);
    return serial;
  }

  async fieldSession(): Promise<string> {
    const station = await this.station();
    return FieldSessionChanged.parse(await this.#act('field-sessions', { station })).session.id;
  }

  async ticket(): Promise<string> {
    const { db, clock } = this.app.deps;
    const station = await this.station();
    const { number } = await db
      .insertInto('tickets')
      .values({ kind: 'dark', key: station, station_id: station, opened_at: clock.now() })
      .returning('number')
      .executeTakeFirstOrThrow();
    return number;
  }

  webhookBody(): object {
    return { url: `http://${webhookHost}/${this.fresh('hook')}`, types: ['tariff.changed'] };
  }

  async webhook(): Promise<string> {
    return EndpointChanged.parse(await this.#act('webhooks', this.webhookBody())).endpoint.id;
  }

  async pausedWebhook(): Promise<string> {
    const id = await this.webhook();
    await this.#act(`webhooks/${id}/pause`);
    return id;
  }

  couponBody(): object {
    return { coupon: { kind: 'amountOff', amount: 100 } };
  }

  async coupon(): Promise<string> {
    const [code = ''] = CouponsCreated.parse(await this.#act('coupons', this.couponBody())).codes;
    return code;
  }

  campaignBody(): object {
    const campaign = {
      type: this.fresh('campaign'),
      texts: campaignTexts,
      starts: '2090-06-01',
      ends: '2090-07-01',
      timeZone: 'America/Chicago',
      kind: 'offer',
      reward: { kind: 'amountOff', amount: 100 },
      budget: { claims: 10 },
    };
    return { campaign };
  }

  async campaign(): Promise<string> {
    return CampaignChanged.parse(await this.#act('campaigns', this.campaignBody())).campaign.type;
  }

  newsBody(): object {
    const words = (text: string) => ({ en: text, es: text, 'zh-CN': text });
    return { news: { title: words(this.fresh('news')), body: words('The station is open.') } };
  }

  /** The reference of a business that would like to have a station. */
  async host(): Promise<string> {
    const body: HostInterest = {
      business: 'Corner Café',
      venue: 'cafe',
      place: null,
      address: '1 Test Street',
      contactName: 'Ana Ruiz',
      phone: freshPhone(),
      email: null,
      message: '',
      language: 'en',
      consent: true,
    };
    const asked = { method: 'POST', key: randomUUID(), body };
    return HostInterestTaken.parse((await this.app.call(paths.hosts, asked)).body).reference;
  }

  tariffBody(): { id: string; terms: object } {
    return { id: this.fresh('tariff'), terms: tariffTerms };
  }

  async tariff(): Promise<string> {
    return TariffCreated.parse(await this.#act('tariffs', this.tariffBody())).tariff.id;
  }

  /** An assignment to a station that riders do not use yet, which needs no second operator. */
  async assignment(): Promise<string> {
    const body = { stations: [await this.station()] };
    const done = await this.#act(`tariffs/${await this.tariff()}/assign`, body);
    const { assignment } = AssignmentChanged.parse(done);
    if (!assignment) throw new Error('the tariff is not assigned');
    return assignment.id;
  }

  /** A request of this operator that a second operator must approve. */
  async approval(requestedBy: string): Promise<string> {
    const station = await addStation(this.app.deps.db, { last_seen_at: this.app.deps.clock.now() });
    const path = `tariffs/${await this.tariff()}/assign`;
    const { body } = await this.ops.call(path, { stations: [station], why }, requestedBy);
    const { approval } = AssignmentChanged.parse(body);
    if (!approval) throw new Error('the assignment needs no approval');
    return approval.id;
  }

  station(): Promise<string> {
    return addStation(this.app.deps.db);
  }

  /** The station of the cabinet from which riders rent. */
  async connectedStation(): Promise<string> {
    const { cabinet } = this.app.renting;
    cabinet.heartbeat();
    await this.settle();
    return cabinet.stationId;
  }

  stationWithoutSecret(): Promise<string> {
    return addStation(this.app.deps.db, { secret_hash: '' });
  }

  async pausedStation(): Promise<string> {
    const id = await this.station();
    await this.#act(`stations/${id}/pause`);
    return id;
  }

  async region(): Promise<string> {
    const body = { id: this.fresh('region'), name: 'The north' };
    return RegionChanged.parse(await this.#act('regions', body)).region.id;
  }

  async venueBody(): Promise<object> {
    const region = await this.region();
    const owner = { ownerName: 'Mall Company', statementEmail: 'owner@mall.example' };
    return { id: this.fresh('venue'), name: 'City Mall', ...owner, region };
  }

  async venue(): Promise<string> {
    return VenueChanged.parse(await this.#act('venues', await this.venueBody())).venue.id;
  }

  async pausedVenue(): Promise<string> {
    const id = await this.venue();
    await this.#act(`venues/${id}/pause`);
    return id;
  }

  /** A venue with a station. */
  async filledVenue(): Promise<{ id: string; station: string }> {
    const [id, station] = [await this.venue(), await this.station()];
    await this.#act(`venues/${id}/stations`, { stations: [station] });
    return { id, station };
  }

  /** A venue to whose owner the operator owes the statement of a month. */
  async owedVenue(): Promise<{ id: string; month: string; payout: object }> {
    const id = await this.venue();
    const [month, share] = ['2020-01', 100];
    const { db, clock } = this.app.deps;
    this.#made++;
    await db
      .insertInto('venue_statements')
      .values({
        id: randomUUID(),
        year: 2020,
        sequence: this.#made,
        number: `V2020-${this.#made}`,
        venue_id: id,
        venue_name: 'City Mall',
        owner_name: 'Mall Company',
        month,
        time_zone: 'UTC',
        currency,
        captures: share,
        refunds: 0,
        tax: 0,
        venue_share: share,
        operator_share: 0,
        closed_at: clock.now(),
        closed_by: 'Ada',
      })
      .execute();
    const paidOn = clock.now().toISOString().slice(0, 10);
    return { id, month, payout: { amount: share, currency, paidOn } };
  }

  async payout(): Promise<{ id: string; payout: string }> {
    const { id, payout } = await this.owedVenue();
    const paid = PayoutRecorded.parse(await this.#act(`venues/${id}/payouts`, payout));
    return { id, payout: paid.payout.id };
  }

  /** Waits until all jobs are done. */
  settle(): Promise<void> {
    return this.app.renting.settle();
  }

  async close(): Promise<void> {
    await this.app.close();
  }

  async #act(path: string, body: object = {}): Promise<unknown> {
    const answer = await this.ops.call(path, { why, ...body });
    if (answer.status < 300) return answer.body;
    throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
  }

  async #rent(habit: string, minutes: number): Promise<Order> {
    const rider = await this.rider();
    const { renting } = this.app;
    return renting.rent(rider, await renting.addCard(rider, habit), minutes);
  }
}

const theAccount = 'the account of the invited operator';

/** A provider at which everybody signs in with the same account. */
const provider: OperatorSignIn = {
  issuer: 'https://provider.example',
  authorizationUrl: async ({ state }) => `https://provider.example/?state=${state}`,
  prove: async () => ({
    outcome: 'proven',
    issuer: 'https://provider.example',
    subject: theAccount,
    email: null,
    isMultiFactor: true,
    ageMs: 0,
  }),
  check: async () => undefined,
};
