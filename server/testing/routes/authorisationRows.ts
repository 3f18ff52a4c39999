import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../../contract/errors.ts';
import { freshPhone } from '../app.ts';
import { addWatch, onePixelPng, pushKeys, type Belongings, type WholeApp } from './wholeApp.ts';
import { bringOnline, testTariff } from '../stations.ts';

/** The status of a success, or the code of a problem. */
type Answer = number | ErrorCode;

export interface RouteRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** The body. It is sent as JSON, unless it is bytes. */
  body?: unknown;
}

/** The expected answers of a route to each kind of caller. All callers send the same request. */
export interface Row {
  /** The answer for a caller without a session, or with an expired or revoked session. */
  nobody: Answer;
  owner: Answer;
  another: Answer;
  /** A request for objects of the owner. If possible, it succeeds for the owner. */
  request?: (of: Belongings, app: WholeApp) => RouteRequest | Promise<RouteRequest>;
  /**
   * The reason why other callers may see an object of the owner. If absent, the test does not allow that they see it.
   */
  isShared?: string;
}

/**
 * Returns the row of a route that only riders may call. The answer is about the rider who calls.
 */
function riders(answer: Answer, request?: Row['request'], another = answer): Row {
  return { nobody: 'signInRequired', owner: answer, another, ...(request && { request }) };
}

/**
 * Returns the row of a route that only the owner of an object may call. The answer to other callers does not even show
 * that the object exists.
 */
function ownerOnly(owner: Answer, another: ErrorCode, request: Row['request']): Row {
  return riders(owner, request, another);
}

function everybody(answer: Answer, request?: Row['request']): Row {
  return { nobody: answer, owner: answer, another: answer, ...(request && { request }) };
}

const byOrder: Row['request'] = ({ order }) => ({ params: { id: order }, body: {} });
const byMethod: Row['request'] = ({ method }) => ({ params: { id: method }, body: {} });
const tile = { z: '12', x: '1051', y: '1522' };
const noInvite = () => ({ body: { code: 'NOBODYS1' } });
const wrongCode = { code: '000000' };
const unknownUndoToken = () => ({ body: { token: 'u'.repeat(43) } });

/**
 * The routes with a session that guests may call, because guests need them for their orders. All other routes with a
 * session refuse guests.
 */
export const guestRoutes: ReadonlySet<string> = new Set([
  'GET /api/me',
  'GET /api/payment-methods',
  'POST /api/payment-methods',
  'POST /api/payment-methods/setups',
  'POST /api/rentals',
  'GET /api/orders',
  'GET /api/orders/current',
  'GET /api/orders/places',
  'GET /api/orders/events',
  'GET /api/orders/{id}',
  'GET /api/orders/{id}/receipt.pdf',
  'POST /api/orders/{id}/pay',
  'POST /api/orders/{id}/dispute',
  'POST /api/orders/{id}/seen',
  'POST /api/orders/{id}/not-ejected',
  'POST /api/orders/{id}/claim',
  'PUT /api/orders/{id}/claim/photo',
  'POST /api/orders/{id}/faulty',
  'GET /api/orders/{id}/proof',
  'GET /api/payments/holds',
  'GET /api/notifications',
  'GET /api/notifications/unread',
  'POST /api/notifications/read',
  'GET /api/notifications/{id}',
  'GET /api/notifications/settings',
  'POST /api/push/subscriptions',
  'DELETE /api/push/subscriptions/{id}',
  'GET /api/support/reports',
  'POST /api/support/reports',
]);

/** All routes of the OpenAPI document. */
export const rows: Readonly<Record<string, Row>> = {
  'GET /api/config': everybody(200),
  'POST /api/auth/codes': everybody(201, () => ({
    body: { phone: freshPhone(), language: 'en' },
  })),
  // The code was sent for another purpose, so it does not sign in.
  'POST /api/auth/codes/{requestId}/verify': everybody('codeExpired', ({ phoneRequest }) => ({
    params: { requestId: phoneRequest },
    body: wrongCode,
  })),
  'POST /api/auth/guests': everybody(201, () => ({ body: { language: 'en' } })),
  // Signing out also succeeds without a session, because it is idempotent.
  'DELETE /api/auth/sessions/current': everybody(204),
  'POST /api/auth/social/{provider}': everybody(201, () => ({
    params: { provider: 'google' },
    body: { purpose: 'signIn', challenge: 'c'.repeat(43) },
  })),
  'POST /api/auth/social/attempts/{attemptId}/finish': everybody(
    'signInFailed',
    ({ attempt, verifier }) => ({
      params: { attemptId: attempt },
      body: { verifier, language: 'en' },
    }),
  ),
  'GET /api/auth/social/{provider}/callback': everybody(303, () => ({
    params: { provider: 'google' },
  })),
  'POST /api/auth/social/{provider}/callback': everybody(303, () => ({
    params: { provider: 'google' },
    body: {},
  })),

  // The token of an undo link is the only proof, because the owner may have no session any more.
  'POST /api/account-changes/read': everybody('notFound', unknownUndoToken),
  'POST /api/account-changes/undo': everybody('notFound', unknownUndoToken),

  'GET /api/me': riders(200),
  'GET /api/me/proof': riders(200),
  'POST /api/me/proof/codes': riders(201, () => ({ body: { by: 'phone' } })),
  // The code was sent for another purpose, so it is no proof.
  'POST /api/me/proof/codes/{requestId}/verify': riders('codeExpired', ({ phoneRequest }) => ({
    params: { requestId: phoneRequest },
    body: { by: 'phone', ...wrongCode },
  })),
  'PATCH /api/me': riders(200, () => ({ body: { name: 'Ada' } })),
  'DELETE /api/me': riders(204),
  'GET /api/me/overview': riders(200),
  'GET /api/me/stations': riders(200),
  'PUT /api/me/favourites/{stationId}': riders(204, ({ stationId }) => ({ params: { stationId } })),
  'DELETE /api/me/favourites/{stationId}': riders(204, ({ stationId }) => ({
    params: { stationId },
  })),
  'GET /api/me/data': riders(200),
  'GET /api/me/photo': ownerOnly(200, 'notFound', undefined),
  'PUT /api/me/photo': riders(200, () => ({ body: onePixelPng })),
  'DELETE /api/me/photo': riders(200),
  // A code was sent to the owner a moment ago.
  'POST /api/me/email': {
    ...riders(200, () => ({ body: { email: `${randomUUID()}@example.com` } })),
    owner: 'tooManyRequests',
  },
  'POST /api/me/email/{requestId}/verify': ownerOnly(
    200,
    'codeExpired',
    ({ email, emailRequest }, app) => ({
      params: { requestId: emailRequest },
      body: { code: app.mail.codeFor(email) },
    }),
  ),
  'POST /api/me/phone': riders(201, () => ({ body: { phone: freshPhone() } })),
  'POST /api/me/phone/{requestId}/verify': ownerOnly(
    200,
    'codeExpired',
    ({ newPhone, phoneRequest }, app) => ({
      params: { requestId: phoneRequest },
      body: { code: app.sms.codeFor(newPhone) },
    }),
  ),
  'GET /api/me/identities': riders(200),
  'DELETE /api/me/identities/{provider}': riders(200, () => ({
    params: { provider: 'google' },
  })),
  'GET /api/me/sessions': riders(200),
  'DELETE /api/me/sessions': riders(204),
  'DELETE /api/me/sessions/{id}': ownerOnly(204, 'sessionNotFound', ({ device }) => ({
    params: { id: device },
  })),

  'GET /api/stations/tiles/{z}/{x}/{y}': everybody(200, () => ({ params: tile })),
  'GET /api/stations/tiles/{z}/{x}/{y}/events': everybody(200, () => ({ params: tile })),
  'GET /api/stations/search': everybody(200, () => ({ query: { q: 'corner' } })),
  'GET /api/stations/{id}': everybody(200, ({ stationId }) => ({ params: { id: stationId } })),
  'GET /api/stations/{id}/usual': everybody(200, ({ stationId }) => ({
    params: { id: stationId },
  })),
  'GET /api/stations/{id}/card': everybody(200, ({ stationId }) => ({ params: { id: stationId } })),

  'GET /api/payment-methods': riders(200),
  'GET /api/payment-methods/card-form': everybody(200),
  'POST /api/payment-methods': riders(201, () => ({
    body: { token: 'tok_pays_new', country: 'US', postalCode: '60601', makeDefault: false },
  })),
  // The payment provider of this test needs no setup.
  'POST /api/payment-methods/setups': riders('notFound', () => ({ body: { kind: 'card' } })),
  'PATCH /api/payment-methods/{id}': ownerOnly(200, 'paymentMethodNotFound', ({ method }) => ({
    params: { id: method },
    body: { postalCode: '60602' },
  })),
  'POST /api/payment-methods/{id}/default': ownerOnly(200, 'paymentMethodNotFound', byMethod),
  // The method is the default of several payment methods, so it cannot be deleted.
  'DELETE /api/payment-methods/{id}': ownerOnly(
    'defaultRequired',
    'paymentMethodNotFound',
    byMethod,
  ),

  // The message has no signature.
  'POST /api/webhooks/{provider}': everybody('invalidInput', () => ({
    params: { provider: 'sandbox' },
    body: {},
  })),

  'POST /api/rentals': ownerOnly(
    202,
    'paymentMethodNotFound',
    async ({ stationId, method, coupon }, { deps }) => {
      await bringOnline(deps.db, stationId, deps.clock.now());
      return {
        body: { stationId, paymentMethodId: method, couponId: coupon, tariffId: testTariff.id },
      };
    },
  ),
  'GET /api/orders': riders(200),
  'GET /api/orders/current': riders(200),
  'GET /api/orders/places': riders(200),
  'GET /api/orders/events': riders(200),
  'GET /api/orders/statement.pdf': riders(200, () => ({ query: { month: '2026-11' } })),
  'GET /api/orders/export.csv': riders(200, () => ({
    query: { from: '2026-01-01', to: '2026-12-31' },
  })),
  'GET /api/orders/{id}': ownerOnly(200, 'orderNotFound', byOrder),
  'GET /api/orders/{id}/receipt.pdf': ownerOnly(200, 'orderNotFound', byOrder),
  'GET /api/orders/{id}/proof': ownerOnly(200, 'orderNotFound', byOrder),
  'GET /api/proofs/keys': everybody(200),
  'POST /api/orders/{id}/pay': ownerOnly('notPayable', 'orderNotFound', ({ order, method }) => ({
    params: { id: order },
    body: { paymentMethodId: method },
  })),
  'POST /api/orders/{id}/dispute': ownerOnly(200, 'orderNotFound', ({ order }) => ({
    params: { id: order },
    body: { reason: 'other' },
  })),
  'POST /api/orders/{id}/claim': ownerOnly(200, 'orderNotFound', ({ order }) => ({
    params: { id: order },
    body: { kind: 'returned' },
  })),
  'POST /api/orders/{id}/pause': ownerOnly(
    'notPausable',
    'orderNotFound',
    ({ order, reservation }) => ({
      params: { id: order },
      body: { reservationId: reservation },
    }),
  ),
  'POST /api/orders/{id}/faulty': ownerOnly('notClaimable', 'orderNotFound', byOrder),
  'PUT /api/orders/{id}/claim/photo': ownerOnly('orderNotFound', 'orderNotFound', byOrder),
  'POST /api/orders/{id}/seen': ownerOnly(204, 'orderNotFound', byOrder),
  'POST /api/orders/{id}/not-ejected': ownerOnly(200, 'orderNotFound', byOrder),
  'GET /api/payments/holds': riders(200),

  'GET /api/notifications': riders(200),
  'GET /api/notifications/unread': riders(200),
  'POST /api/notifications/read': riders(200, ({ notification }) => ({
    body: { ids: [notification] },
  })),
  'GET /api/notifications/{id}': ownerOnly(200, 'notificationNotFound', ({ notification }) => ({
    params: { id: notification },
  })),
  'GET /api/notifications/settings': riders(200),
  'PUT /api/notifications/settings': riders(200, () => ({ body: { showDetails: false } })),
  'POST /api/push/subscriptions': riders(201, () => ({
    body: { endpoint: 'https://push.example/new', keys: pushKeys },
  })),
  'DELETE /api/push/subscriptions/{id}': ownerOnly(204, 'notFound', ({ subscription }) => ({
    params: { id: subscription },
  })),

  'GET /api/wallet': riders(200),
  'GET /api/wallet/movements': riders(200),
  'POST /api/wallet/top-ups': ownerOnly(202, 'paymentMethodNotFound', ({ method, offer }) => ({
    body: { ...offer, paymentMethodId: method },
  })),
  'GET /api/wallet/top-ups/{id}': ownerOnly(200, 'topUpNotFound', ({ topUp }) => ({
    params: { id: topUp },
  })),
  'POST /api/wallet/refund': ownerOnly(200, 'notRefundable', ({ offer }) => ({
    body: { amount: offer?.amount },
  })),

  'GET /api/coupons': riders(200),
  'POST /api/coupons': riders(201, ({ couponCode }) => ({ body: { code: couponCode } })),
  'GET /api/referral': riders(200),
  'GET /api/referral/invite': riders(200),
  // The owner has rented, so the account is not new.
  'POST /api/referral/invite': ownerOnly('inviteForNewRiders', 'inviteUnknown', noInvite),
  'POST /api/referral/invite/check': {
    ...everybody('inviteUnknown', noInvite),
    owner: 'inviteForNewRiders',
  },

  'GET /api/campaigns': everybody(200),
  'GET /api/campaigns/{type}': everybody(200, (_of, { offer }) => ({ params: { type: offer } })),
  'POST /api/campaigns/{type}/claims': riders(201, (_of, { offer }) => ({
    params: { type: offer },
    body: { near: null },
  })),
  'GET /api/raffles/{type}': everybody(200, (_of, { raffle }) => ({ params: { type: raffle } })),
  'POST /api/raffles/{type}/entries': riders(201, (_of, { raffle }) => ({
    params: { type: raffle },
  })),
  'GET /api/raffles/{type}/draws': everybody(200, (_of, { raffle }) => ({
    params: { type: raffle },
  })),

  'GET /api/reservations': riders(200),
  'POST /api/reservations': riders(201, async ({ stationId }, { deps }) => {
    await bringOnline(deps.db, stationId, deps.clock.now());
    return { body: { kind: 'charger', stationId } };
  }),
  'DELETE /api/reservations/{id}': ownerOnly(204, 'reservationNotFound', ({ reservation }) => ({
    params: { id: reservation },
  })),

  'POST /api/watches': everybody(201, ({ stationId }) => ({
    body: { stationId, wants: 'freeSlot' },
  })),
  'GET /api/watches/{id}': byWatchId(200),
  'DELETE /api/watches/{id}': {
    ...byWatchId(204),
    request: async (_of, app) => ({ params: { id: (await addWatch(app)).id } }),
  },
  'GET /api/watches/{id}/events': byWatchId(200),

  'GET /api/support/reports': riders(200),
  'POST /api/support/reports': ownerOnly(201, 'orderNotFound', ({ order }) => ({
    body: { kind: 'other', orderId: order },
  })),
  'GET /api/geo/ip': everybody(200),
  'GET /api/geo/place': everybody(200, () => ({ query: { lat: '41.88', lng: '-87.63' } })),
  'GET /api/geo/search': everybody(200, () => ({ query: { q: 'corner' } })),
  'GET /api/hosts/terms': everybody(200),
  'POST /api/hosts': everybody(201, () => ({
    body: {
      business: 'Corner Café',
      venue: 'cafe',
      place: null,
      address: '1 Test Street',
      contactName: 'Ada',
      phone: null,
      email: 'host@example.com',
      message: '',
      language: 'en',
      consent: true,
    },
  })),
};

function byWatchId(answer: number): Row {
  const request: Row['request'] = ({ watch }) => ({ params: { id: watch } });
  return {
    ...everybody(answer, request),
    isShared: 'guests watch, too: the id of 128 random bits gives access',
  };
}

const page = 'the app, which holds nothing of a rider';
const feed = 'the public GBFS feed of the stations';
const desk = 'an operator, who needs the key of the operators';
const simulation = 'the page and the calls of the simulated world, forwarded to its process';
const signIn = 'the sign-in of operators; operators/signIn/signIn.test.ts checks it';
const consolePage =
  'the page of the sign-in of operators; operators/consolePage/consolePage.test.ts checks it';
const act = 'the act of an operator, only with simulated payments';

/** Routes that the OpenAPI document does not describe, with the reason. */
export const undescribedRoutes: Readonly<Record<string, string>> = {
  'GET /api/health': 'the health check of a load balancer',
  'GET /api/openapi.json': 'the OpenAPI document itself',
  'GET /api/ops/openapi.json':
    'the OpenAPI document of operators, which describes their other routes',
  'GET /api/ops/me': desk,
  'GET /api/ops/operators': desk,
  'GET /api/ops/doctor': desk,
  'POST /api/ops/operators': desk,
  'POST /api/ops/operators/{name}/roles': desk,
  'POST /api/ops/operators/{name}/block': desk,
  'POST /api/ops/operators/{name}/unblock': desk,
  'POST /api/ops/operators/invite': desk,
  'POST /api/ops/operators/{name}/first-link': desk,
  'POST /api/ops/operators/{name}/account': desk,
  'POST /api/ops/operators/{name}/reach': desk,
  'GET /api/ops/operators/{name}/sessions': desk,
  'POST /api/ops/operators/{name}/sessions/{id}/end': desk,
  'POST /api/ops/operators/{name}/second-factor/reset': desk,
  'GET /api/ops/me/sessions': desk,
  'POST /api/ops/me/sessions/{id}/end': desk,
  'POST /api/ops/sign-out': desk,
  'POST /api/ops/second-factor/set-up': desk,
  'POST /api/ops/second-factor/confirm': desk,
  'POST /api/ops/second-factor/check': desk,
  'GET /ops': consolePage,
  'GET /ops/': consolePage,
  'POST /ops/sign-out': consolePage,
  'GET /api/ops/sign-in/provider': signIn,
  'GET /api/ops/sign-in/callback': signIn,
  'POST /api/ops/sign-in/code': signIn,
  'POST /api/ops/sign-in/link': signIn,
  'POST /api/ops/operators/{name}/keys': desk,
  'POST /api/ops/operators/{name}/keys/{id}/revoke': desk,
  'GET /api/ops/audit': desk,
  'GET /api/ops/audit/verify': desk,
  'GET /api/ops/chargers': desk,
  'POST /api/ops/chargers': desk,
  'POST /api/ops/chargers/{serial}/hold-back': desk,
  'POST /api/ops/chargers/{serial}/release': desk,
  'POST /api/ops/chargers/{serial}/retire': desk,
  'POST /api/ops/recalls': desk,
  'GET /api/ops/field-sessions': desk,
  'POST /api/ops/field-sessions': desk,
  'GET /api/ops/field-sessions/{id}': desk,
  'POST /api/ops/field-sessions/{id}/close': desk,
  'GET /api/ops/stations/{id}/commands': desk,
  'POST /api/ops/stations/{id}/commands': desk,
  'GET /api/ops/webhooks': desk,
  'POST /api/ops/webhooks': desk,
  'POST /api/ops/webhooks/{id}/pause': desk,
  'POST /api/ops/webhooks/{id}/resume': desk,
  'POST /api/ops/webhooks/{id}/remove': desk,
  'POST /api/ops/webhooks/{id}/secret': desk,
  'POST /api/ops/webhooks/{id}/rotate-secret': desk,
  'POST /api/ops/webhooks/{id}/replay': desk,
  'GET /api/ops/webhooks/{id}/deliveries': desk,
  'GET /api/ops/approvals': desk,
  'POST /api/ops/approvals/{id}/approve': desk,
  'POST /api/ops/approvals/{id}/reject': desk,
  'POST /api/ops/approvals/{id}/withdraw': desk,
  'GET /api/ops/tariffs': desk,
  'POST /api/ops/tariffs': desk,
  'GET /api/ops/tariffs/{id}': desk,
  'POST /api/ops/tariffs/{id}/assign': desk,
  'GET /api/ops/tariff-assignments': desk,
  'POST /api/ops/tariff-assignments/{id}/end': desk,
  'GET /api/ops/stations': desk,
  'GET /api/ops/stations/{id}': desk,
  'POST /api/ops/stations/import': desk,
  'POST /api/ops/stations/{id}/change': desk,
  'POST /api/ops/stations/{id}/pause': desk,
  'POST /api/ops/stations/{id}/resume': desk,
  'POST /api/ops/stations/{id}/retire': desk,
  'GET /api/ops/regions': desk,
  'POST /api/ops/regions': desk,
  'POST /api/ops/regions/{id}/change': desk,
  'GET /api/ops/venues': desk,
  'GET /api/ops/venues/{id}': desk,
  'POST /api/ops/venues': desk,
  'POST /api/ops/venues/{id}/change': desk,
  'POST /api/ops/venues/{id}/pause': desk,
  'POST /api/ops/venues/{id}/resume': desk,
  'POST /api/ops/venues/{id}/end': desk,
  'POST /api/ops/venues/{id}/stations': desk,
  'POST /api/ops/venues/{id}/stations/remove': desk,
  'GET /api/ops/restocking': desk,
  'GET /api/ops/tickets': desk,
  'POST /api/ops/tickets/{number}/take': desk,
  'POST /api/ops/tickets/{number}/done': desk,
  'GET /api/ops/me/alerts': desk,
  'POST /api/ops/me/alerts': desk,
  'GET /api/ops/stations/export': desk,
  'GET /api/ops/chargers/{serial}': desk,
  'POST /api/ops/stations/{id}/secret': desk,
  'POST /api/ops/stations/{id}/secret/rotate': desk,
  'POST /api/ops/stations/{id}/secret/revoke': desk,
  'GET /api/ops/cases': desk,
  'POST /api/ops/proof-keys': desk,
  'POST /api/ops/cases': desk,
  'GET /api/ops/cases/{number}': desk,
  'POST /api/ops/cases/{number}/answer': desk,
  'POST /api/ops/cases/{number}/assign': desk,
  'POST /api/ops/cases/{number}/close': desk,
  'POST /api/ops/cases/{number}/wait': desk,
  'GET /api/ops/orders': desk,
  'GET /api/ops/orders/{number}': desk,
  'POST /api/ops/orders/{number}/refund': desk,
  'POST /api/ops/orders/{number}/waive': desk,
  'POST /api/ops/top-ups/{number}/refund': desk,
  'POST /api/ops/riders/search': desk,
  'GET /api/ops/riders/{number}': desk,
  'GET /api/ops/riders/{number}/time-line': desk,
  'POST /api/ops/riders/{number}/unmask': desk,
  'POST /api/ops/riders/{number}/block': desk,
  'POST /api/ops/riders/{number}/unblock': desk,
  'POST /api/ops/riders/{number}/credit': desk,
  'POST /api/ops/riders/{number}/export': desk,
  'POST /api/ops/riders/{number}/erase': desk,
  'POST /api/ops/blocked-phones': desk,
  'GET /api/ops/coupons': desk,
  'POST /api/ops/coupons': desk,
  'POST /api/ops/coupons/{code}/end': desk,
  'GET /api/ops/campaigns': desk,
  'POST /api/ops/campaigns': desk,
  'POST /api/ops/campaigns/{type}/end': desk,
  'GET /api/ops/news': desk,
  'POST /api/ops/news': desk,
  'GET /api/ops/hosts': desk,
  'POST /api/ops/hosts/{reference}/done': desk,
  'POST /api/ops/hosts/{reference}/erase': desk,
  'GET /api/ops/chargebacks': desk,
  'POST /api/ops/chargebacks/{id}/lift': desk,
  'GET /api/ops/ledger/balances': desk,
  'GET /api/ops/ledger/entries': desk,
  'GET /api/ops/ledger/check': desk,
  'GET /api/ops/reconciliation/day': desk,
  'GET /api/ops/reconciliation/differences': desk,
  'GET /api/ops/sellers': desk,
  'GET /api/ops/accounting/export': desk,
  'POST /api/ops/reconciliation/run': desk,
  'POST /api/ops/sellers': desk,
  'GET /api/ops/venues/{id}/terms': desk,
  'GET /api/ops/venues/{id}/statements': desk,
  'GET /api/ops/venues/{id}/statements.csv': desk,
  'GET /api/ops/venues/{id}/statements.pdf': desk,
  'GET /api/ops/venue-statements': desk,
  'POST /api/ops/venues/{id}/terms': desk,
  'POST /api/ops/venues/{id}/statements/close': desk,
  'POST /api/ops/venue-statements/close': desk,
  'POST /api/ops/venues/{id}/statements/send': desk,
  'GET /api/ops/venues/{id}/payouts': desk,
  'POST /api/ops/venues/{id}/payouts': desk,
  'POST /api/ops/venues/{id}/payouts/{payout}/reverse': desk,
  'GET /api/ops/bulk-acts': desk,
  'GET /api/ops/bulk-acts/{id}': desk,
  'GET /': page,
  'GET /*': 'the files of the app',
  'GET /index.html': page,
  'GET /sw.js': page,
  'GET /sw-off.json': 'whether apps remove their service worker',
  'GET /gbfs/gbfs.json': feed,
  'GET /gbfs/gbfs_versions.json': feed,
  'GET /gbfs/station_information.json': feed,
  'GET /gbfs/station_status.json': feed,
  'GET /gbfs/system_alerts.json': feed,
  'GET /gbfs/system_information.json': feed,
  'GET /gbfs/system_pricing_plans.json': feed,
  'GET /gbfs/vehicle_types.json': feed,
};

/** Routes that exist only if the sandbox runs, and what they are for. */
export const sandboxRoutes: Readonly<Record<string, string>> = {
  'GET /sandbox': simulation,
  'GET /sandbox/': simulation,
  'GET /sandbox/*': simulation,
  'POST /sandbox': simulation,
  'POST /sandbox/': simulation,
  'POST /sandbox/*': simulation,
  'POST /sandbox/api/campaigns': act,
  'POST /sandbox/api/campaigns/{type}/end': act,
  'POST /sandbox/api/cases/{number}': act,
  'POST /sandbox/api/coupons': act,
  'POST /sandbox/api/disputes/{orderNumber}': act,
  'POST /sandbox/api/news': act,
};
