import { serverKey } from './operators.ts';
import { codeOf } from './operatorSessions.ts';
import type { OperatorWorld } from './operatorWorld.ts';

/** A valid call of a route. */
interface Call {
  params?: Record<string, string>;
  /** The body without the reason. */
  body?: object;
  /** Who calls, and with which key or session, if any; the administrator Ada if absent. */
  by?: { who: string; token?: string };
}

interface Row {
  /** The name of the act in the record of operators. */
  action: string;
  /** Whether the call is about the sign-in or the own session, so that it has no reason and no idempotency key. */
  isOfSession?: true;
  /** Prepares what the call needs, and returns the call. */
  call(world: OperatorWorld): Promise<Call>;
}

/** The changing routes that leave no entry in the record of operators, with the reasons. */
export const withoutEntry: Record<string, string> = {
  'POST /api/ops/riders/search':
    'It changes nothing, and its answer is masked. It is a POST so that no log has the phone. See `unmask` and `export`.',
};

/** A valid call of each route of the API of operators that changes something. */
export const operatorChanges: Record<string, Row> = {
  // The operators.
  'POST /api/ops/operators': {
    action: 'operator.add',
    call: async (world) => ({ body: { name: world.fresh('operator'), roles: ['support'] } }),
  },
  'POST /api/ops/operators/invite': {
    action: 'operator.invite',
    call: async (world) => {
      const account = { email: 'invited@example.com' };
      return { body: { name: world.fresh('operator'), roles: ['support'], account } };
    },
  },
  'POST /api/ops/operators/{name}/first-link': {
    action: 'operator.firstLink',
    // Only the key of the server can make a link.
    call: async (world) => ({
      params: { name: world.fresh('administrator') },
      by: { who: 'root', token: serverKey },
    }),
  },
  'POST /api/ops/operators/{name}/reach': {
    action: 'operator.reach',
    call: async (world) => ({
      params: { name: await world.operator() },
      body: { regions: [await world.region()] },
    }),
  },
  'POST /api/ops/operators/{name}/account': {
    action: 'operator.account',
    call: async (world) => ({
      params: { name: await world.operator() },
      body: { account: { email: 'another@example.com' } },
    }),
  },
  'POST /api/ops/operators/{name}/sessions/{id}/end': {
    action: 'operator.endSession',
    call: async (world) => {
      const { who: name, session } = await world.session();
      return { params: { name, id: (await session.me()).session?.id ?? '' } };
    },
  },
  'POST /api/ops/operators/{name}/second-factor/reset': {
    action: 'operator.resetFactor',
    call: async (world) => {
      const { who: name, session } = await world.session();
      await session.setUpFactor();
      return { params: { name } };
    },
  },
  'POST /api/ops/operators/{name}/roles': {
    action: 'operator.roles',
    call: async (world) => ({
      params: { name: await world.operator() },
      body: { roles: ['finance'] },
    }),
  },
  'POST /api/ops/operators/{name}/block': {
    action: 'operator.block',
    call: async (world) => ({ params: { name: await world.operator() } }),
  },
  'POST /api/ops/operators/{name}/unblock': {
    action: 'operator.unblock',
    call: async (world) => ({ params: { name: await world.blockedOperator() } }),
  },
  'POST /api/ops/operators/{name}/keys': {
    action: 'operator.addKey',
    call: async (world) => ({
      params: { name: await world.operator() },
      body: { label: 'laptop' },
    }),
  },
  'POST /api/ops/operators/{name}/keys/{id}/revoke': {
    action: 'operator.revokeKey',
    call: async (world) => {
      const name = await world.operator();
      return { params: { name, id: await world.operatorKey(name) } };
    },
  },

  // The sign-in and the own session.
  'POST /api/ops/sign-in/code': {
    action: 'operator.signIn',
    isOfSession: true,
    call: async (world) => {
      const { who, ...body } = await world.signInCode();
      return { body, by: { who } };
    },
  },
  'POST /api/ops/sign-in/link': {
    action: 'operator.signIn',
    isOfSession: true,
    call: async (world) => {
      const who = world.fresh('administrator');
      return { body: { link: await world.link(who), give: 'token' }, by: { who } };
    },
  },
  'POST /api/ops/second-factor/set-up': {
    action: 'operator.beginFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await world.session();
      return { by: { who, token: session.token } };
    },
  },
  'POST /api/ops/second-factor/confirm': {
    action: 'operator.setUpFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await world.session();
      const secret = await session.beginFactor();
      const code = codeOf(secret, world.app.deps.clock.now());
      return { body: { code }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/second-factor/check': {
    action: 'operator.checkFactor',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await world.session();
      const { secret } = await session.setUpFactor();
      // A code works only once.
      world.app.deps.clock.advance(60);
      const code = codeOf(secret, world.app.deps.clock.now());
      return { body: { code }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/me/sessions/{id}/end': {
    action: 'operator.signOut',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await world.session();
      const id = (await session.me()).session?.id ?? '';
      return { params: { id }, by: { who, token: session.token } };
    },
  },
  'POST /api/ops/sign-out': {
    action: 'operator.signOut',
    isOfSession: true,
    call: async (world) => {
      const { who, session } = await world.session();
      return { by: { who, token: session.token } };
    },
  },
  'POST /api/ops/me/alerts': {
    action: 'alerts.set',
    call: async () => ({ body: { alerts: { email: 'ada@example.com', quietHours: null } } }),
  },

  // The acts that need a second operator.
  'POST /api/ops/approvals/{id}/approve': {
    action: 'approval.approved',
    call: async (world) => ({ params: { id: await world.approval(world.bob) } }),
  },
  'POST /api/ops/approvals/{id}/reject': {
    action: 'approval.rejected',
    call: async (world) => ({ params: { id: await world.approval(world.bob) } }),
  },
  'POST /api/ops/approvals/{id}/withdraw': {
    action: 'approval.withdrawn',
    call: async (world) => ({ params: { id: await world.approval(world.ada) } }),
  },

  // The cases, and money for riders.
  'POST /api/ops/cases': {
    action: 'case.open',
    call: async (world) => ({ body: { order: (await world.order()).number } }),
  },
  'POST /api/ops/cases/{number}/assign': {
    action: 'case.assign',
    call: async (world) => ({
      params: { number: await world.case() },
      body: { assignee: 'Bob' },
    }),
  },
  'POST /api/ops/cases/{number}/answer': {
    action: 'case.answer',
    call: async (world) => ({
      params: { number: await world.case() },
      body: { answer: 'We look at it.' },
    }),
  },
  'POST /api/ops/cases/{number}/wait': {
    action: 'case.wait',
    call: async (world) => ({
      params: { number: await world.case() },
      body: { waitsFor: 'cabinet' },
    }),
  },
  'POST /api/ops/cases/{number}/close': {
    action: 'case.close',
    call: async (world) => ({
      params: { number: await world.case() },
      body: { outcome: { kind: 'none' } },
    }),
  },
  'POST /api/ops/orders/{number}/refund': {
    action: 'case.payBack',
    call: async (world) => ({
      params: { number: (await world.order()).number },
      body: { amount: 1 },
    }),
  },
  'POST /api/ops/orders/{number}/waive': {
    action: 'case.payBack',
    call: async (world) => ({
      params: { number: (await world.unpaidOrder()).number },
      body: { amount: 1 },
    }),
  },
  'POST /api/ops/top-ups/{number}/refund': {
    action: 'case.payBack',
    call: async (world) => ({ params: { number: await world.topUp() }, body: { amount: 1 } }),
  },
  'POST /api/ops/chargebacks/{id}/lift': {
    action: 'chargeback.lift',
    call: async (world) => ({ params: { id: await world.chargeback() } }),
  },
  'POST /api/ops/proof-keys': { action: 'proofKey.rotate', call: async () => ({}) },

  // The riders.
  'POST /api/ops/riders/{number}/unmask': {
    action: 'rider.unmask',
    call: async (world) => ({ params: { number: (await world.rider()).user.id } }),
  },
  'POST /api/ops/riders/{number}/block': {
    action: 'rider.block',
    call: async (world) => ({
      params: { number: (await world.rider()).user.id },
      body: { what: ['account'] },
    }),
  },
  'POST /api/ops/riders/{number}/unblock': {
    action: 'rider.unblock',
    call: async (world) => ({
      params: { number: (await world.rider()).user.id },
      body: { what: ['account'] },
    }),
  },
  'POST /api/ops/blocked-phones': {
    action: 'phone.block',
    call: async (world) => ({ body: { phone: (await world.rider()).phone, blocked: true } }),
  },
  'POST /api/ops/riders/{number}/credit': {
    action: 'rider.credit',
    call: async (world) => ({
      params: { number: (await world.rider()).user.id },
      body: { amount: 1 },
    }),
  },
  'POST /api/ops/riders/{number}/export': {
    action: 'rider.export',
    call: async (world) => ({ params: { number: (await world.rider()).user.id } }),
  },
  'POST /api/ops/riders/{number}/erase': {
    action: 'rider.erase',
    call: async (world) => ({ params: { number: (await world.rider()).user.id } }),
  },

  // The chargers and the work at stations.
  'POST /api/ops/chargers': {
    action: 'charger.register',
    call: async (world) => ({ body: { serials: [world.fresh('PB')] } }),
  },
  'POST /api/ops/chargers/{serial}/hold-back': {
    action: 'charger.holdBack',
    call: async (world) => ({ params: { serial: await world.charger() } }),
  },
  'POST /api/ops/chargers/{serial}/release': {
    action: 'charger.release',
    call: async (world) => ({ params: { serial: await world.heldCharger() } }),
  },
  'POST /api/ops/chargers/{serial}/retire': {
    action: 'charger.retire',
    call: async (world) => ({ params: { serial: await world.charger() } }),
  },
  'POST /api/ops/recalls': {
    action: 'charger.recall',
    call: async (world) => ({ body: { serials: [await world.charger()] } }),
  },
  'POST /api/ops/field-sessions': {
    action: 'session.open',
    call: async (world) => ({ body: { station: await world.station() } }),
  },
  'POST /api/ops/field-sessions/{id}/close': {
    action: 'session.close',
    call: async (world) => ({ params: { id: await world.fieldSession() } }),
  },
  'POST /api/ops/stations/{id}/commands': {
    action: 'cabinet.inventory',
    call: async (world) => ({
      params: { id: await world.connectedStation() },
      body: { type: 'inventory' },
    }),
  },
  'POST /api/ops/tickets/{number}/take': {
    action: 'ticket.take',
    call: async (world) => ({ params: { number: await world.ticket() } }),
  },
  'POST /api/ops/tickets/{number}/done': {
    action: 'ticket.finish',
    call: async (world) => ({ params: { number: await world.ticket() } }),
  },

  // The webhooks.
  'POST /api/ops/webhooks': {
    action: 'webhook.add',
    call: async (world) => ({ body: world.webhookBody() }),
  },
  'POST /api/ops/webhooks/{id}/pause': {
    action: 'webhook.pause',
    call: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'POST /api/ops/webhooks/{id}/resume': {
    action: 'webhook.resume',
    call: async (world) => ({ params: { id: await world.pausedWebhook() } }),
  },
  'POST /api/ops/webhooks/{id}/remove': {
    action: 'webhook.remove',
    call: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'POST /api/ops/webhooks/{id}/secret': {
    action: 'webhook.showSecret',
    call: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'POST /api/ops/webhooks/{id}/rotate-secret': {
    action: 'webhook.rotateSecret',
    call: async (world) => ({ params: { id: await world.webhook() } }),
  },
  'POST /api/ops/webhooks/{id}/replay': {
    action: 'webhook.replay',
    call: async (world) => ({ params: { id: await world.webhook() } }),
  },

  // The books, and the owners of venues.
  'POST /api/ops/reconciliation/run': { action: 'reconciliation.run', call: async () => ({}) },
  'POST /api/ops/sellers': {
    action: 'seller.add',
    call: async () => ({
      body: {
        name: 'Chargers',
        address: '1 Harbor Road',
        taxNumber: 'B1',
        taxRate: 2100,
        timeZone: 'UTC',
      },
    }),
  },
  'POST /api/ops/venues/{id}/terms': {
    action: 'venue.setShare',
    call: async (world) => ({ params: { id: await world.venue() }, body: { share: 1500 } }),
  },
  'POST /api/ops/venues/{id}/statements/close': {
    action: 'venue.closeMonth',
    call: async (world) => ({ params: { id: await world.venue() }, body: { month: '2020-02' } }),
  },
  'POST /api/ops/venues/{id}/statements/send': {
    action: 'venue.sendStatements',
    call: async (world) => {
      const { id, month } = await world.owedVenue();
      return { params: { id }, body: { month } };
    },
  },
  'POST /api/ops/venues/{id}/payouts': {
    action: 'venue.recordPayout',
    call: async (world) => {
      const { id, payout } = await world.owedVenue();
      return { params: { id }, body: payout };
    },
  },
  'POST /api/ops/venues/{id}/payouts/{payout}/reverse': {
    action: 'venue.reversePayout',
    call: async (world) => ({ params: await world.payout() }),
  },
  'POST /api/ops/venue-statements/close': {
    action: 'venue.closeMonths',
    call: async () => ({ body: { month: '2020-03' } }),
  },

  // Coupons, campaigns, news and hosts.
  'POST /api/ops/coupons': {
    action: 'coupon.create',
    call: async (world) => ({ body: world.couponBody() }),
  },
  'POST /api/ops/coupons/{code}/end': {
    action: 'coupon.end',
    call: async (world) => ({ params: { code: await world.coupon() } }),
  },
  'POST /api/ops/campaigns': {
    action: 'campaign.create',
    call: async (world) => ({ body: world.campaignBody() }),
  },
  'POST /api/ops/campaigns/{type}/end': {
    action: 'campaign.end',
    call: async (world) => ({ params: { type: await world.campaign() } }),
  },
  'POST /api/ops/news': {
    action: 'news.publish',
    call: async (world) => ({ body: world.newsBody() }),
  },
  'POST /api/ops/hosts/{reference}/done': {
    action: 'host.answer',
    call: async (world) => ({ params: { reference: await world.host() } }),
  },
  'POST /api/ops/hosts/{reference}/erase': {
    action: 'host.erase',
    call: async (world) => ({ params: { reference: await world.host() } }),
  },

  // Tariffs, regions, venues and stations.
  'POST /api/ops/tariffs': {
    action: 'tariff.create',
    call: async (world) => ({ body: world.tariffBody() }),
  },
  'POST /api/ops/tariffs/{id}/assign': {
    action: 'tariff.assign',
    call: async (world) => ({
      params: { id: await world.tariff() },
      body: { stations: [await world.station()] },
    }),
  },
  'POST /api/ops/tariff-assignments/{id}/end': {
    action: 'tariff.endAssignment',
    call: async (world) => ({ params: { id: await world.assignment() } }),
  },
  'POST /api/ops/regions': {
    action: 'region.create',
    call: async (world) => ({ body: { id: world.fresh('region'), name: 'The south' } }),
  },
  'POST /api/ops/regions/{id}/change': {
    action: 'region.change',
    call: async (world) => ({
      params: { id: await world.region() },
      body: { version: 1, name: 'The east' },
    }),
  },
  'POST /api/ops/venues': {
    action: 'venue.create',
    call: async (world) => ({ body: await world.venueBody() }),
  },
  'POST /api/ops/venues/{id}/change': {
    action: 'venue.change',
    call: async (world) => ({
      params: { id: await world.venue() },
      body: { version: 1, name: 'The new mall' },
    }),
  },
  'POST /api/ops/venues/{id}/pause': {
    action: 'venue.pause',
    call: async (world) => ({ params: { id: await world.venue() } }),
  },
  'POST /api/ops/venues/{id}/resume': {
    action: 'venue.resume',
    call: async (world) => ({ params: { id: await world.pausedVenue() } }),
  },
  'POST /api/ops/venues/{id}/end': {
    action: 'venue.end',
    call: async (world) => ({ params: { id: await world.venue() } }),
  },
  'POST /api/ops/venues/{id}/stations': {
    action: 'venue.assignStations',
    call: async (world) => ({
      params: { id: await world.venue() },
      body: { stations: [await world.station()] },
    }),
  },
  'POST /api/ops/venues/{id}/stations/remove': {
    action: 'venue.removeStations',
    call: async (world) => {
      const { id, station } = await world.filledVenue();
      return { params: { id }, body: { stations: [station] } };
    },
  },
  'POST /api/ops/stations/{id}/change': {
    action: 'station.change',
    call: async (world) => ({
      params: { id: await world.station() },
      body: { version: 1, name: 'The new pier' },
    }),
  },
  'POST /api/ops/stations/import': {
    action: 'station.import',
    call: async (world) => {
      const draft = { id: await world.station(), name: 'Imported', lat: 41.88, lng: -87.63 };
      return { body: { entries: [{ unit: 'line', at: 2, draft }] } };
    },
  },
  'POST /api/ops/stations/{id}/pause': {
    action: 'station.pause',
    call: async (world) => ({ params: { id: await world.station() } }),
  },
  'POST /api/ops/stations/{id}/resume': {
    action: 'station.resume',
    call: async (world) => ({ params: { id: await world.pausedStation() } }),
  },
  'POST /api/ops/stations/{id}/retire': {
    action: 'station.retire',
    call: async (world) => ({ params: { id: await world.station() } }),
  },
  'POST /api/ops/stations/{id}/secret': {
    action: 'secret.issue',
    call: async (world) => ({ params: { id: await world.stationWithoutSecret() } }),
  },
  'POST /api/ops/stations/{id}/secret/revoke': {
    action: 'secret.revoke',
    call: async (world) => ({ params: { id: await world.station() } }),
  },
  'POST /api/ops/stations/{id}/secret/rotate': {
    action: 'secret.rotate',
    call: async (world) => ({ params: { id: await world.station() } }),
  },
};
