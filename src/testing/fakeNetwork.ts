import { cleanup } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Config } from '../../contract/config.ts';
import { errorStatus, type ErrorCode } from '../../contract/errors.ts';
import { paths } from '../../contract/paths.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { cardForm } from './cardForm.ts';
import { notificationSettings } from './notifications.ts';
import { rider } from './rider.ts';

export const configOfTests: Config = {
  version: '0.1.0',
  brand: { name: 'Slot', supportPhone: '+1 312 555 0100' },
  country: 'US',
  map: {
    center: { lat: 41.8781, lng: -87.6298 },
    zoom: 14,
    // Use a raster map, because jsdom has no canvas for a vector map and does not load pictures.
    base: { kind: 'raster', url: '/tiles/{z}/{x}/{y}.png', maxDataZoom: 19, attribution: '' },
    overlays: [],
    directionsUrl: 'https://maps.example/?to={lat},{lng}',
  },
  linkHosts: [],
  signInProviders: [],
  bankPage: 'frame',
  push: null,
  refunds: { minimumDays: 1, maximumDays: 10, supportAfterDays: 15 },
  referral: { reward: { amount: 200, currency: 'USD' } },
  terms: {
    unlockFee: { amount: 100, currency: 'USD' },
    graceMinutes: 5,
    rate: { amount: 100, currency: 'USD' },
    rateMinutes: 60,
    freeMinutes: null,
    cap: { amount: 1000, currency: 'USD' },
    capMinutes: 24 * 60,
    deposit: { amount: 2000, currency: 'USD' },
    depositCaptureMinutes: 24 * 60,
    lostMinutes: 48 * 60,
    overdueFee: { amount: 1000, currency: 'USD' },
    lostTotal: { amount: 3000, currency: 'USD' },
    chargerWaitSeconds: 120,
  },
  sandbox: true,
};

const none = { amount: 0, currency: 'USD' };
const emptyWallet: Wallet = { total: none, topUp: none, bonus: none, offers: [], refundable: null };

/**
 * Replaces the network in tests of screens. If a screen sends an unexpected request, the test
 * fails.
 */
export const network = setupServer(
  http.get(paths.config, () => HttpResponse.json(configOfTests)),
  http.get(paths.holds, () => HttpResponse.json({ holds: [] })),
  // By default, the rider has no own stations, and the stations have too few samples for usual counts.
  http.get(paths.myStations, () => HttpResponse.json({ favourites: [], usual: null })),
  http.get(paths.reservations, () =>
    HttpResponse.json({ charger: null, slot: null, minutes: { charger: 10, slot: 10 } }),
  ),
  http.get(paths.usualCounts, () => HttpResponse.json({ hours: [] })),
  http.get(paths.myIdentities, () => HttpResponse.json({ identities: [] })),
  // By default, the rider has no balance and no coupons.
  http.get(paths.wallet, () => HttpResponse.json(emptyWallet)),
  http.get(paths.coupons, () => HttpResponse.json({ coupons: [], isFirstRental: false })),
  // Every invite code is valid, but by default the rider may not enter a code any more.
  http.post(paths.friendCodeCheck, () =>
    HttpResponse.json({ reward: configOfTests.referral.reward }),
  ),
  http.get(paths.friendCode, () =>
    HttpResponse.json({ state: 'closed', reward: configOfTests.referral.reward }),
  ),
  // By default, there are no campaigns.
  http.get(paths.campaigns, () => HttpResponse.json({ campaigns: [] })),
  // By default, the rider has no rental and no unpaid order.
  http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
  http.get(paths.cardForm, () => HttpResponse.json(cardForm())),
  http.get(paths.me, () => HttpResponse.json(rider)),
  http.get(paths.notificationSettings, () => HttpResponse.json(notificationSettings)),
  http.get(paths.unread, () => HttpResponse.json({ notifications: 0, unpaidOrders: 0 })),
  // By default, there is no event stream, so the screens must poll.
  http.get(paths.orderEvents, () => new HttpResponse(null, { status: 503 })),
  // By default, there are no stations. This handler is needed in all tests, because a list of
  // stations may still request them after a test has ended.
  http.get(paths.stationTile, ({ params: { z, x, y } }) =>
    HttpResponse.json({
      z: Number(z),
      x: Number(x),
      y: Number(y),
      at: new Date().toISOString(),
      stations: [],
      clusters: [],
    }),
  ),
  http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
);

/** The requests for which msw has not yet searched a handler. */
const unseen = new Set<string>();
network.events.on('request:start', ({ requestId }) => unseen.add(requestId));
for (const seen of ['request:match', 'request:unhandled', 'request:end'] as const) {
  network.events.on(seen, ({ requestId }) => unseen.delete(requestId));
}

/**
 * Waits until msw has searched handlers for all requests, which takes a few turns of the event
 * loop. The number of turns is limited, because msw searches no handler for an aborted request.
 */
async function untilSeen(): Promise<void> {
  for (let turn = 0; turn < 20 && unseen.size > 0; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  unseen.clear();
}

/** Waits forever, so that a handler never answers. */
export function noAnswer(): Promise<void> {
  return delay('infinite');
}

/** Call this in a test file that opens screens. */
export function fakeNetwork(): void {
  beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
  afterEach(async () => {
    // Mounted screens may send requests. Unmount them before the handlers are reset.
    cleanup();
    await untilSeen();
    network.resetHandlers();
  });
  afterAll(() => network.close());
}

/** Creates an error answer of the server, which is a problem document. */
export function problem(
  code: ErrorCode,
  extras: { retryAfter?: number; orderId?: string } = {},
): Response {
  const status = errorStatus[code];
  return HttpResponse.json(
    { type: 'about:blank', title: code, status, code, instance: 'req-1', ...extras },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );
}
