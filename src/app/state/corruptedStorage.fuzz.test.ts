// @vitest-environment jsdom
import type { UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isConfig } from '../../../contract/rules/shapes/configShape.ts';
import { isWholeOrder } from '../../../contract/rules/shapes/orderShape.ts';
import { fuzzCases } from '../../../contract/testing/fuzz/fuzzRun.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';
import { readSessionId } from '../../api/session.ts';
import { clientUserSlice } from '../../features/auth/clientUserSlice.ts';
import { readLogin } from '../../features/auth/loginSlice.ts';
import { withdrawAttempt } from '../../features/auth/social/savedAttempt.ts';
import { readSent } from '../../features/host/sentInterest.ts';
import { readChoice } from '../../features/notifications/push/device.ts';
import { orderPhase } from '../../features/orders/orderPhase.ts';
import { readRunningOrder } from '../../features/orders/running/runningOrder.ts';
import { savedHash, lastRaffle } from '../../features/promotions/raffle/savedHashes.ts';
import { isDismissed, wasPromotionShown } from '../../features/promotions/promotionMemory.ts';
import { bankReturn } from '../../features/rental/bankReturn.ts';
import { interruptedUnlock } from '../../lib/storage/continueToPay.ts';
import {
  isDateDraft,
  isPendingContact,
  isPhoneDraft,
  isText,
  readDraft,
} from '../../lib/storage/drafts.ts';
import { readWaitingChange } from '../../lib/storage/waitingChange.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { savedLanguage, startLanguage } from '../../lib/language/language.ts';
import { formatMoney } from '../../../contract/rules/format/money.ts';
import { isPending, onboardingSteps, startOnboarding } from '../../lib/storage/onboarding.ts';
import { savedTheme } from '../../lib/device/theme.ts';
import { formatE164 } from '../../lib/format/phone.ts';
import { formatDay } from '../../lib/format/formatDay.ts';
import { formatDateTime } from '../../lib/format/time.ts';
import { makeReturned } from '../../testing/orders.ts';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { rider, station } from '../../testing/rider.ts';
import { keepsMessages } from '../../ui/feedback/messages.ts';
import { primeCache } from './primeCache.ts';
import { readStartWords } from '../start/startWords.ts';
import { createStore } from './store.ts';

const order = makeReturned({ status: 'charging', state: 'charging' });
const tile = {
  z: 14,
  x: 1,
  y: 2,
  at: '2026-11-20T18:00:00.000Z',
  stations: [station],
  clusters: [],
};
const pay: ApiRequest = { url: '/api/orders', method: 'POST', body: { stationId: station.id } };

/** Returns the stored attempt of the request that `readAll` sends. */
function openAttempt(): unknown {
  localStorage.clear();
  withAttemptKey(pay);
  return JSON.parse(localStorage.getItem('attempts') ?? '');
}

/** A valid value for each key. The most harmful invalid data is data that is nearly valid. */
const valid: Record<string, unknown> = {
  sessionId: 'k3yZ0a9q_RrT-3nB7cV1mL5xW2pS8dF6gH4jK0lQwE',
  attempts: openAttempt(),
  serverClock: 1500,
  runningOrder: { order, updatedAt: Date.now() },
  lastHome: { config: configOfTests, tiles: [tile], station },
  lastMap: {
    version: 2,
    language: 'en',
    theme: 'light',
    zoom: 15,
    x: 1,
    y: 2,
    width: 360,
    height: 640,
    picture: 'data:image/webp;base64,AAAA',
    pins: [
      {
        x: 1,
        y: 2,
        label: '3',
        stock: 'some',
        station: station.id,
        name: 'A',
        isHighlighted: true,
      },
    ],
    attribution: [{ text: 'OSM', href: 'https://osm.example' }],
  },
  startWords: { language: 'en', home: 'Home' },
  push: { userId: rider.id, told: { id: 'x', endpoint: 'https://push.example/1' } },
  raffleHashes: [['raffle', 'abcdef']],
  dismissedPromotions: 'one two',
  hostSent: '2026-11-20T18:00:00.000Z H-1234',
  invite: `${Date.now()} K7M2Q9XD`,
  shopId: station.id,
  continueToPay: String(Date.now()),
  changeLanguage: 'es',
  theme: 'black',
  directionsIn: 'google',
  keepMessages: '1',
  languageOffer: 'dismissed',
  onboardingNewUser: '1',
  userDetail: { ...rider, birthDate: { year: 1990, month: 4, day: 3 } },
  login: {
    phoneNumber: '3125550100',
    country_code: '1',
    country: 'US',
    pending: {
      requestId: 'a',
      phone: '+13125550100',
      callingCode: '1',
      national: '3125550100',
      resendAt: '2026-11-20T18:00:00.000Z',
    },
  },
  drafts: {
    owner: rider.id,
    values: {
      name: 'Ana',
      birthDate: { month: '4', day: '3', year: '1990' },
      phone: { typed: '1', callingCode: '1', country: null },
      emailCode: { requestId: 'a', resendAt: '2026-11-20T18:00:00.000Z', contact: 'a@b.example' },
      waitingChange: {
        version: 2,
        at: Date.now(),
        path: '/profile/yourInfo/phone',
        change: { kind: 'phone', phone: '+13125550142' },
      },
    },
  },
  hostDraft: { business: 'Bakery' },
  socialAttempt: { attemptId: 'a', verifier: 'b', provider: 'google', purpose: 'link', next: '/' },
  bankReturn: '/home/rent/preparing',
  arrivedByLink: '1',
  promotionShown: '1',
  pushAsked: 'never',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Values that can replace any part of a valid value. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    -1,
    0.5,
    1e300,
    Number.MAX_SAFE_INTEGER,
    '',
    'x'.repeat(5000),
    '\u0000\n',
    '../../evil',
    '__proto__',
    [],
    {},
    [[]],
    true,
    '2026-13-45T99:99:99Z',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Returns the paths to all parts of the value, as lists of property names. */
function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const deeper = Object.entries(value).flatMap(([name, part]) =>
    pathsIn(part).map((path) => [name, ...path]),
  );
  return [[], ['__proto__'], ...deeper];
}

/** Copies the value, and replaces or adds the part at the end of the path. */
function changed(value: unknown, [name, ...further]: readonly string[], put: unknown): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return put;
  const before: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : null;
  const others = Object.entries(value).filter(([other]) => other !== name);
  const entries = [...others, [name, changed(before, further, put)] as const];
  if (Array.isArray(value)) return entries.map(([, part]) => part);
  // Unlike an assignment, this call creates a property named `__proto__`, and does not set the
  // prototype.
  return Object.fromEntries(entries);
}

const garbageFor = (value: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.json(),
    fc.constantFrom('null', '"', '{', '[]', '{"__proto__":{"x":1}}', 'undefined', '0', '-1e999'),
    // A value that was truncated because its write was interrupted.
    fc.nat({ max: textOf(value).length }).map((length) => textOf(value).slice(0, length)),
    // Most values must be nearly valid, because the app rejects other values early.
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom(...pathsIn(value)), oddValue)
        .map(([path, put]) => textOf(changed(value, path, put))),
    },
  );

const corrupted = fc.record(
  Object.fromEntries(Object.entries(valid).map(([key, value]) => [key, garbageFor(value)])),
);

function storeTexts(texts: Record<string, string>): void {
  for (const storage of [localStorage, sessionStorage]) {
    storage.clear();
    for (const [key, text] of Object.entries(texts)) storage.setItem(key, text);
  }
}

const store = createStore();
const longMs = 30_000 + fuzzCases * 20;

/** Reads all stored data. Fails if a screen could not show a result safely. */
async function readAll(): Promise<void> {
  const session = readSessionId();
  if (session !== null) {
    const headers = new Headers();
    headers.set('authorization', `Bearer ${session}`);
  }

  const { idempotencyKey } = withAttemptKey(pay);
  expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(withAttemptKey(pay).idempotencyKey).toBe(idempotencyKey);
  await settleAttempt(pay, Promise.resolve());
  expect(withAttemptKey(pay).idempotencyKey).not.toBe(idempotencyKey);

  const running = readRunningOrder();
  if (running !== null) {
    expect(isWholeOrder(running.order)).toBe(true);
    expect(orderPhase(running.order)).toBeTypeOf('string');
    formatDateTime(running.updatedAt);
    formatDateTime(running.order.createdAt);
    formatMoney(running.order.paid);
    for (const { at, authorized } of running.order.payments) {
      formatDateTime(at);
      formatMoney(authorized);
    }
  }

  const { userDetail } = clientUserSlice.getInitialState();
  if (userDetail?.birthDate) formatDay(userDetail.birthDate);

  const login = readLogin(sessionStorage.getItem('login'));
  expect(login.country_code).toMatch(/^\d{1,4}$/);
  if (login.pending) formatDateTime(login.pending.resendAt);
  readDraft(rider.id, 'name', isText);
  readDraft(rider.id, 'birthDate', isDateDraft);
  readDraft(rider.id, 'phone', isPhoneDraft);
  const pending = readDraft(rider.id, 'emailCode', isPendingContact);
  if (pending) formatDateTime(pending.resendAt);
  const waiting = readWaitingChange(rider.id, '/profile/yourInfo/phone');
  if (waiting?.kind === 'phone') formatE164(waiting.phone);
  if (waiting?.kind === 'email') expect(waiting.email ?? '').toBeTypeOf('string');
  expect(withdrawAttempt('a')?.next ?? '/').toMatch(/^\/(?!\/)/);
  expect(bankReturn()).toMatch(/^\/(?!\/)/);

  const sent = readSent();
  if (sent) formatDateTime(sent.at);
  expect(startLanguage(savedLanguage(), navigator)).toMatch(/^(?:en|es|zh-CN)$/);
  expect(savedTheme()).toMatch(/^(?:system|light|black)$/);
  expect(interruptedUnlock() ?? station.id).toBe(station.id);
  readChoice();
  savedHash('raffle');
  lastRaffle();
  isDismissed('one');
  wasPromotionShown();
  savedInvite();
  keepsMessages();
  readStartWords('en');
  startOnboarding();
  for (const step of onboardingSteps) isPending(step);

  // The screens show the data in the cache. Do not run the real dispatch, because the checks of the
  // store would take most of the time.
  const dispatched = vi.spyOn(store, 'dispatch').mockClear();
  dispatched.mockImplementation((action: UnknownAction) => action);
  await primeCache(store);
  for (const [action] of dispatched.mock.calls) {
    const put = Object(Reflect.get(Object(action), 'payload'));
    for (const { queryDescription, value } of Array.isArray(put) ? put.map(Object) : []) {
      if (queryDescription?.endpointName === 'getConfig') expect(isConfig(value)).toBe(true);
    }
  }
}

describe('stored data', () => {
  beforeEach(() => {
    // The app requests the data of the last visit again, but this test has no network.
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    return () => vi.unstubAllGlobals();
  });

  it('stored data is read if it is valid', async () => {
    storeTexts(
      Object.fromEntries(Object.entries(valid).map(([key, value]) => [key, textOf(value)])),
    );
    expect(readRunningOrder()?.order).toEqual(order);
    expect(readSessionId()).toBe(valid['sessionId']);
    expect(clientUserSlice.getInitialState()).toMatchObject({ userDetail: valid['userDetail'] });
    expect(interruptedUnlock()).toBe(station.id);
    expect(readDraft(rider.id, 'name', isText)).toBe('Ana');
    expect(readLogin(sessionStorage.getItem('login')).pending).not.toBeNull();
    await primeCache(store);
    expect(Object.keys(store.getState().api.queries)).toContain(`getStation("${station.id}")`);
    await readAll();
  });

  it(
    'stored data never crashes the app, and invalid data is never accepted',
    { timeout: longMs },
    async () => {
      await fc.assert(
        fc.asyncProperty(corrupted, async (texts) => {
          storeTexts(texts);
          await readAll();
        }),
        { numRuns: Math.max(300, fuzzCases) },
      );
      expect(Reflect.get({}, 'x')).toBeUndefined();
    },
  );

  it('stored data never sets the clock to an invalid date', { timeout: longMs }, async () => {
    const offsets = fc.oneof(garbageFor(1500), fc.double().map(String), fc.integer().map(String));
    await fc.assert(
      fc.asyncProperty(offsets, async (text) => {
        localStorage.setItem('serverClock', text);
        vi.resetModules();
        const { serverTime } = await import('../../api/serverClock.ts');
        formatDateTime(serverTime(Date.now()));
      }),
      { numRuns: Math.max(40, fuzzCases / 10) },
    );
  });
});
