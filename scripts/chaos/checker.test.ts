import { describe, expect, test } from 'vitest';
import type { Tariff } from '../../contract/rules/pricing/pricing.ts';
import type { TopUp } from '../../contract/wallet.ts';
import { check } from './checker.ts';
import type { Closing } from './desk.ts';
import { readFacts, writeFacts } from './factsFile.ts';
import { billOf } from './tariffBill.ts';
import type { Facts, IntentFact, RentalFact } from './facts.ts';
import type { WalletView } from './rider.ts';

const tariff: Tariff = {
  id: 'plain',
  currency: 'USD',
  unlockFee: 100,
  graceMinutes: 0,
  rate: 70,
  rateMinutes: 1,
  cap: 500,
  capMinutes: 10,
  deposit: 2000,
  depositCaptureMinutes: 30,
  lostMinutes: 60,
  overdueFee: 1000,
  lostTotal: 3000,
  minimumLevel: 0,
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 2, 12, 0, second));

type Trip = Facts['fleet']['trips'][number];

const trip: Trip = {
  charger: 'A',
  rentalId: 'r1',
  command: 'eject:r1',
  stationId: 'S1',
  outAt: at(0),
  backAt: at(30),
  backStationId: 'S2',
};
const rental: RentalFact = {
  id: 'r1',
  number: 'R-1',
  state: 'complete',
  failure: null,
  charger: 'A',
  userId: 'u1',
  stationId: 'S1',
  tariff,
  ejectCommand: 'eject:r1',
  ejectExpiresAt: at(20),
  swap: null,
  heldUntil: null,
  claimedAt: null,
  movedSeconds: 0,
  startedAt: at(0),
  returnedAt: at(30),
  returnStationId: 'S2',
  total: 170,
  waived: 0,
  loweredBySupport: 0,
  changedAt: at(31),
};
const intent: IntentFact = {
  id: 'pi_1',
  order: 'R-1',
  key: 'hold:1',
  status: 'succeeded',
  isHold: true,
  received: 200,
  held: 0,
};
const habit: Facts['fleet']['habits'][number] = {
  stationId: 'S1',
  ignoresExpiry: false,
  forgetsCommands: false,
  hasRightClock: true,
};
const supportCase: Facts['books']['cases'][number] = {
  kind: 'operator',
  key: 'operator:1',
  number: 'C-1',
  rentalId: null,
  closedBy: null,
  outcome: null,
  closes: 0,
};
const money = (amount: number) => ({ amount, currency: 'USD' });

/**
 * Facts without a violation, about two chargers. The first charger was rented and returned, and 30
 * of 200 were refunded. The second charger is still outside.
 */
const right: Facts = {
  fleet: {
    stock: ['A', 'B'],
    trips: [
      trip,
      {
        ...trip,
        charger: 'B',
        rentalId: 'r2',
        command: 'eject:r2',
        backAt: null,
        backStationId: null,
      },
    ],
    slots: [{ stationId: 'S2', slot: 1, charger: 'A' }],
    habits: [habit, { ...habit, stationId: 'S2' }],
  },
  riders: {
    attempts: [
      { key: 'k1', phone: '1', orderIds: ['r1'] },
      { key: 'k2', phone: '2', orderIds: ['r2'] },
      { key: 'k3', phone: '2', orderIds: [] },
    ],
    orders: [
      {
        id: 'r1',
        number: 'R-1',
        state: 'complete',
        status: 'complete',
        paid: money(170),
        total: money(170),
      },
      {
        id: 'r2',
        number: 'R-2',
        state: 'charging',
        status: 'charging',
        paid: money(0),
        total: null,
      },
    ],
    wallets: [],
    freed: [],
    readAt: at(100),
  },
  desk: { closings: [] },
  provider: {
    intents: [
      intent,
      {
        ...intent,
        id: 'pi_3',
        order: 'R-2',
        key: 'hold:3',
        received: 0,
        held: 2000,
        status: 'requires_capture',
      },
    ],
    refunds: [{ intent: 'pi_1', key: 'refund:1', amount: 30 }],
  },
  books: {
    rentals: [
      rental,
      {
        ...rental,
        id: 'r2',
        number: 'R-2',
        userId: 'u2',
        state: 'charging',
        charger: 'B',
        ejectCommand: 'eject:r2',
        returnedAt: null,
        total: null,
      },
    ],
    slots: [{ stationId: 'S2', slot: 1, charger: 'A' }],
    payments: [
      { id: 'p1', intent: 'pi_1', state: 'captured', captured: 200, refunded: 30 },
      { id: 'p3', intent: 'pi_3', state: 'authorized', captured: 0, refunded: 0 },
    ],
    goCash: new Map(),
    accounts: new Map([
      ['clearing:USD', 170],
      ['revenue:usage:USD', -170],
      ['held:USD', 2000],
      ['holds:USD', -2000],
    ]),
    receivable: new Map([
      ['r1', 0],
      ['r2', 0],
    ]),
    cases: [],
    claims: [],
    openJobs: [],
    ledgerIsWritable: false,
    plainSessions: 0,
    remains: [],
  },
  logs: [],
  seen: [],
};

const withBooks = (books: Partial<Facts['books']>): Facts => ({
  ...right,
  books: { ...right.books, ...books },
});
const withRental = (change: Partial<RentalFact>): Facts =>
  withBooks({
    rentals: right.books.rentals.map((one, i) => (i === 0 ? { ...one, ...change } : one)),
  });
const withProvider = (provider: Partial<Facts['provider']>): Facts => ({
  ...right,
  provider: { ...right.provider, ...provider },
});
const withFleet = (fleet: Partial<Facts['fleet']>): Facts => ({
  ...right,
  fleet: { ...right.fleet, ...fleet },
});
const withRiders = (riders: Partial<Facts['riders']>): Facts => ({
  ...right,
  riders: { ...right.riders, ...riders },
});
const [firstOrder, secondOrder] = right.riders.orders;

test('correct facts have no violation', () => {
  expect(check(right)).toEqual([]);
});

const held: IntentFact = { ...intent, id: 'pi_9', key: 'hold:9', received: 0 };
const farTariff = { ...tariff, depositCaptureMinutes: 24 * 60, lostMinutes: 48 * 60 };
const claim: Facts['books']['claims'][number] = {
  id: 'c1',
  rentalId: 'r1',
  kind: 'returned',
  state: 'refused',
  claimedAt: at(5),
  endedAt: at(12),
};
/** The first rental, with a refused claim of seven seconds. */
const withRefusal = (change: Partial<RentalFact>, books: Partial<Facts['books']> = {}): Facts =>
  withBooks({
    rentals: right.books.rentals.map((one, i) =>
      i === 0 ? { ...one, tariff: farTariff, movedSeconds: 7, ...change } : one,
    ),
    claims: [claim],
    ...books,
  });

test('a refused claim postpones each deadline by the duration of the claim, and a near deadline by more', () => {
  expect(check(withRefusal({}))).toEqual([]);
  expect(check(withRefusal({ tariff, movedSeconds: 7000 }))).toEqual([]);
});

const planted: [what: string, facts: Facts, found: RegExp][] = [
  ['a charger in another slot', withBooks({ slots: [] }), /^A is in \[slot S2\/1\], but/],
  [
    'a charger in two slots',
    withBooks({ slots: [...right.books.slots, { stationId: 'S1', slot: 4, charger: 'A' }] }),
    /^A is in /,
  ],
  [
    'a charger outside that the server has in a slot',
    withBooks({ slots: [...right.books.slots, { stationId: 'S1', slot: 4, charger: 'B' }] }),
    /^B is in \[rental R-2\], but/,
  ],
  [
    'a charger that no side has',
    withFleet({ stock: ['A', 'B', 'C'] }),
    /^C: the cabinets record it twice/,
  ],
  [
    'a clock that forgets the time of a refused claim',
    withRefusal({ movedSeconds: 0 }),
    /^the deadlines of rental R-1 moved by 0 s, but its cost stood still for 7 s/,
  ],
  [
    'far deadlines that move further than the claim',
    withRefusal({ movedSeconds: 9 }),
    /^the deadlines of rental R-1 moved by 9 s/,
  ],
  [
    'deadlines that move without a refused claim',
    withRefusal({}, { claims: [{ ...claim, state: 'confirmed' }] }),
    /^the deadlines of rental R-1 moved without a refused claim/,
  ],
  [
    'a rental that is overdue before its moved deadline',
    withBooks({
      claims: [{ ...claim, rentalId: 'r2' }],
      rentals: right.books.rentals.map((one, i) =>
        i === 1 ? { ...one, state: 'overdue', movedSeconds: 7, changedAt: at(30 * 60 + 6) } : one,
      ),
    }),
    /^rental R-2 is overdue before its deadline/,
  ],
  [
    'a bill that leaves out the time of a refused claim',
    withRefusal({ total: 100 }),
    /^rental R-1 is billed 100, expected at least 170/,
  ],
  [
    'a claim that is open after its refusal',
    {
      ...withRefusal(
        { movedSeconds: 0 },
        {
          claims: [{ ...claim, state: 'support', endedAt: null }],
          cases: [
            {
              ...supportCase,
              kind: 'returnedButRunning',
              key: 'returnedButRunning:c1',
              rentalId: 'r1',
              closedBy: 'ada',
              outcome: { kind: 'resume' },
              closes: 1,
            },
          ],
        },
      ),
      desk: {
        closings: [
          {
            number: 'C-1',
            key: 'k',
            operator: 'ada',
            orderId: 'r1',
            outcome: { kind: 'resume' },
          },
        ],
      },
    },
    /^the claim of case C-1 is still support after its refusal/,
  ],
  ['a stuck rental', withRental({ state: 'settling' }), /^settling rental R-1 is stuck/],
  [
    'a running rental whose charger is back',
    withFleet({ trips: right.fleet.trips.map((one) => ({ ...one, backAt: at(30) })) }),
    /^charging rental R-2 is stuck/,
  ],
  [
    'a started rental whose charger never came out',
    withFleet({ trips: right.fleet.trips.slice(1) }),
    /^complete rental R-1 started, but no charger/,
  ],
  [
    'a charger that left without a case',
    withRental({ state: 'failed', total: null }),
    /^failed rental R-1 released a charger/,
  ],
  [
    'a bill that is too high',
    withRental({ total: 240 }),
    /^rental R-1 is billed 240, expected at most 170/,
  ],
  [
    'an order with another amount than the provider',
    withRiders({
      orders: right.riders.orders.map((order) => ({ ...order, paid: money(100) })),
    }),
    /order R-1 shows 100 as paid, but provider and wallet have 170/,
  ],
  [
    'a bill that was not captured',
    withRental({ total: 150 }),
    /^complete order R-1 has a total of 150, but provider and wallet have 170/,
  ],
  [
    'an order with another state in the database',
    withRental({ state: 'unpaid' }),
    /^complete order R-1 is unpaid in the database/,
  ],
  [
    'a hold that is left open',
    withProvider({ intents: [...right.provider.intents, { ...held, status: 'requires_capture' }] }),
    /^complete order R-1 still holds money/,
  ],
  [
    'a second hold',
    withProvider({ intents: [...right.provider.intents, { ...held, status: 'canceled' }] }),
    /^complete order R-1 has more than one hold/,
  ],
  [
    'a running rental that was charged',
    withProvider({
      intents: right.provider.intents.map((one) => ({
        ...one,
        status: 'succeeded',
        received: 170,
      })),
    }),
    /^charging order R-2 is charged 170 before its end/,
  ],
  [
    'a payment that was captured twice',
    withProvider({ intents: [...right.provider.intents, { ...intent, id: 'pi_9' }] }),
    /^hold:1 was captured twice/,
  ],
  [
    'a payment that was refunded twice',
    withProvider({ refunds: [...right.provider.refunds, ...right.provider.refunds] }),
    /^refund:1 was refunded twice/,
  ],
  [
    'a payment of an unknown order',
    withProvider({ intents: [...right.provider.intents, { ...held, order: 'R-9' }] }),
    /^pi_9 belongs to order R-9, which no rider has/,
  ],
  [
    'a payment that is missing in the database',
    withProvider({ intents: [...right.provider.intents, held] }),
    /^pi_9 of order R-1 exists only at the provider/,
  ],
  [
    'an amount that differs from the captured one',
    withBooks({ payments: right.books.payments.map((one) => ({ ...one, captured: 1 })) }),
    /^pi_1 captured 200, but the database has 1/,
  ],
  [
    'entries with one side',
    withBooks({ accounts: new Map([...right.books.accounts, ['revenue:usage:USD', 0]]) }),
    /^the ledger is off by 170/,
  ],
  [
    'money that is missing in the ledger',
    withBooks({ accounts: new Map([...right.books.accounts, ['clearing:USD', 0]]) }),
    /^0 is in the ledger, but the provider has 170/,
  ],
  [
    'holds that are booked on one side',
    withBooks({ accounts: new Map([...right.books.accounts, ['held:USD', 0]]) }),
    /^the booked holds do not mirror/,
  ],
  [
    'a complete order that is still owed',
    withBooks({ receivable: new Map([['r1', 70]]) }),
    /^complete rental R-1 is off by 70/,
  ],
  [
    'a missing order that was in an answer',
    withRiders({ orders: secondOrder ? [secondOrder] : [] }),
    /^order r1 was in an answer, but is missing/,
  ],
  [
    'an order that is not in the database',
    withRiders({ orders: firstOrder ? [...right.riders.orders, { ...firstOrder, id: 'r9' }] : [] }),
    /^order R-1 is not in the database/,
  ],
  [
    'one order for two keys',
    withRiders({
      attempts: [...right.riders.attempts, { key: 'k9', phone: '1', orderIds: ['r1'] }],
    }),
    /^order r1 was the answer to two keys/,
  ],
  [
    'a rental without an answer',
    withRiders({ attempts: right.riders.attempts.slice(1) }),
    /^rental R-1 was created, but no answer contained it/,
  ],
  ['a job that waits', withBooks({ openJobs: ['eject:r1'] }), /^job eject:r1 waits/],
  [
    'a job that failed for good',
    withBooks({ cases: [{ ...supportCase, kind: 'jobStuck', key: 'jobStuck:j1' }] }),
    /^a job is stuck/,
  ],
  [
    'a key with two orders',
    withRiders({
      attempts: [{ key: 'k1', phone: '1', orderIds: ['r1', 'r2'] }],
    }),
    /^the key k1 made several orders/,
  ],
  [
    'a second charger of a rental',
    withFleet({ trips: [...right.fleet.trips, { ...trip, charger: 'C' }] }),
    /^rental R-1 ejected 2 chargers/,
  ],
  [
    'a charger that came out after the expiry',
    withRental({ ejectExpiresAt: at(-5) }),
    /^rental R-1 ejected a charger after the command had expired/,
  ],
  [
    'a rider with two chargers',
    withBooks({
      rentals: right.books.rentals.map((one) => ({ ...one, userId: 'u1', total: 170 })),
    }),
    /^(A|B) came out while its rider still had (A|B)/,
  ],
  [
    'a return at another station',
    withRental({ returnStationId: 'S1' }),
    /^rental R-1 ended at S1, but its charger is at S2/,
  ],
  [
    'a return at a later time',
    withRental({ returnedAt: at(40) }),
    /^rental R-1 ended 10000 ms after the return/,
  ],
  ['a bill that is too low', withRental({ total: 100 }), /^rental R-1 is billed 100, expected at/],
  ['too large a waiver', withRental({ total: 120, waived: 50 }), /^50 of rental R-1 is waived/],
  [
    'a hold that only the ledger has',
    withBooks({
      accounts: new Map([...right.books.accounts, ['held:USD', 2100], ['holds:USD', -2100]]),
    }),
    /^2100 is booked as held, but the provider holds 2000/,
  ],
  [
    'a ledger that can be changed',
    withBooks({ ledgerIsWritable: true }),
    /^an entry of the ledger can be changed/,
  ],
  [
    'a wallet below zero',
    withBooks({ accounts: new Map([...right.books.accounts, ['wallet:u1:topUp:USD', 5]]) }),
    /^wallet:u1:topUp:USD is 5 below zero/,
  ],
  [
    'an unknown payment without a case',
    withBooks({
      payments: right.books.payments.map((one) => ({ ...one, state: 'unknown' })),
    }),
    /^payment p1 is still unknown/,
  ],
  [
    'a session that is stored as plain text',
    withBooks({ plainSessions: 1 }),
    /^1 sessions are stored as plain text/,
  ],
  [
    'personal data in a log',
    { ...right, logs: [{ file: 'a.log', what: 'a phone number' }] },
    /^a\.log contains a phone number/,
  ],
  [
    'remaining data of a deleted account',
    withBooks({ remains: [{ phone: '+12122000001', column: 'outbox.payload' }] }),
    /^outbox\.payload still has the phone number/,
  ],
];

test('facts that are written to a file and read again are the same', () => {
  expect(readFacts(writeFacts(right))).toEqual(right);
});

test.each(planted)('%s is a violation', (_what, facts, found) => {
  expect(check(facts).map(({ what }) => what)).toContainEqual(expect.stringMatching(found));
});

test('a held rental without a case is a violation, and a held rental with a case is not', () => {
  const facts = withRental({
    state: 'ejectUnknown',
    startedAt: null,
    returnedAt: null,
    total: null,
    heldUntil: at(50),
  });
  const stuck = (one: Facts) => check(one).filter(({ invariant }) => invariant === 11);
  expect(stuck(facts)).toEqual([
    {
      invariant: 11,
      what: expect.stringMatching(/^ejectUnknown rental .* is held without a case$/),
    },
  ]);
  const rentalId = facts.books.rentals.find(({ heldUntil }) => heldUntil !== null)?.id ?? '';
  const key = `suspiciousEject:${rentalId}`;
  const known = {
    ...facts.books,
    cases: [{ ...supportCase, kind: 'suspiciousEject', key, rentalId }],
  };
  expect(stuck({ ...facts, books: known })).toEqual([]);
});

test('a charger that came out late is no violation while it is outside and support has a case', () => {
  const facts: Facts = {
    ...right,
    books: {
      ...right.books,
      rentals: right.books.rentals.map((one) =>
        one.id === 'r2' ? { ...one, state: 'failed', startedAt: null } : one,
      ),
      cases: [{ ...supportCase, kind: 'lateEject', key: 'lateEject:r2', rentalId: 'r2' }],
    },
  };
  const found = check(facts).filter(({ invariant }) => invariant === 5 || invariant === 9);
  expect(found).toEqual([]);
});

test('an order that changed after its rider had read it is not compared', () => {
  const overdue = withRental({ state: 'unpaid', changedAt: at(101) });
  const found = check(overdue).filter(({ invariant }) => invariant === 4);
  expect(found).toEqual([]);
});

describe('a charger that does not charge', () => {
  /** The rider reported the charger A, got the charger C, and returned both. */
  const swapped = (change: Partial<RentalFact> = {}, trips: Partial<Trip>[] = []): Facts => {
    const second = {
      ...trip,
      charger: 'C',
      command: `eject:r1:${at(6).getTime()}`,
      outAt: at(8),
    };
    const free = { charger: 'C', swap: 'done', ejectCommand: second.command, total: 0 };
    const facts = withRental({ ...free, ejectExpiresAt: at(36), ...change });
    return {
      ...facts,
      riders: {
        ...facts.riders,
        freed: ['r1'],
        orders: facts.riders.orders.map((one) =>
          one.id === 'r1' ? { ...one, paid: money(0), total: money(0) } : one,
        ),
      },
      provider: {
        ...facts.provider,
        intents: facts.provider.intents.map((one) =>
          one.id === 'pi_1' ? { ...one, status: 'canceled', received: 0 } : one,
        ),
        refunds: [],
      },
      fleet: {
        ...facts.fleet,
        stock: ['A', 'B', 'C'],
        trips: [...facts.fleet.trips, second, ...trips.map((trip) => ({ ...second, ...trip }))],
        slots: [...facts.fleet.slots, { stationId: 'S2', slot: 2, charger: 'C' }],
      },
      books: {
        ...facts.books,
        slots: [...facts.books.slots, { stationId: 'S2', slot: 2, charger: 'C' }],
        payments: facts.books.payments.map((one) =>
          one.id === 'p1' ? { ...one, state: 'voided', captured: 0, refunded: 0 } : one,
        ),
        accounts: new Map([
          ['held:USD', 2000],
          ['holds:USD', -2000],
        ]),
      },
    };
  };
  const words = (facts: Facts) => check(facts).map(({ what }) => what);

  test('a second charger under the same rental is no violation', () => {
    expect(words(swapped())).toEqual([]);
  });

  test('a bill for a free rental is a violation', () => {
    expect(words(swapped({ total: 170 }))).toContain(
      'rental R-1 is billed 170, but is free with the tariff plain',
    );
  });

  test('a third charger is a violation', () => {
    const third = { charger: 'D', command: `eject:r1:${at(9).getTime()}` };
    expect(words(swapped({}, [third]))).toContain('rental R-1 ejected 3 chargers');
  });

  test('a second charger after the expiry of its command is a violation', () => {
    const late = 'rental R-1 ejected a charger after the command had expired';
    expect(words(swapped({ ejectExpiresAt: at(2) }))).toContain(late);
    // The rental has its first command again, because the server considers the second command failed.
    const restored = swapped({ charger: 'A', swap: 'failed', ejectCommand: 'eject:r1' });
    const trips = restored.fleet.trips.map((trip) =>
      trip.charger === 'C' ? { ...trip, outAt: at(50) } : trip,
    );
    expect(words({ ...restored, fleet: { ...restored.fleet, trips } })).toContain(late);
  });
});

describe('the decisions of operators', () => {
  const refund = { kind: 'refund' as const, amount: 40, currency: 'USD' };
  const closing: Closing = {
    number: 'C-1',
    key: 'k',
    operator: 'ada',
    orderId: 'r1',
    outcome: refund,
  };
  const closed = { ...supportCase, rentalId: 'r1', closedBy: 'ada', outcome: refund, closes: 1 };
  /** An operator refunded 40 of the first order, whose bill was 210. */
  const decided = (given: {
    closings?: Closing[];
    cases?: Facts['books']['cases'];
    rental?: Partial<RentalFact>;
  }): string[] => {
    const { closings = [closing], cases = [closed], rental: change = {} } = given;
    const facts = withRental({ loweredBySupport: 40, ...change });
    return check({ ...facts, desk: { closings }, books: { ...facts.books, cases } })
      .filter(({ invariant }) => invariant === 22)
      .map(({ what }) => what);
  };

  test('a case that is closed once, with its outcome, is no violation', () => {
    expect(decided({})).toEqual([]);
  });

  test.each<[string, Parameters<typeof decided>[0], RegExp]>([
    ['a lost closing', { cases: [] }, /^case C-1 was closed, but is missing/],
    [
      'another operator',
      { cases: [{ ...closed, closedBy: 'bob' }] },
      /^case C-1 was closed by ada, but the books name bob/,
    ],
    [
      'another outcome',
      { cases: [{ ...closed, outcome: { ...refund, amount: 41 } }] },
      /^case C-1 has another outcome/,
    ],
    [
      'two closings',
      { closings: [closing, { ...closing, key: 'l', outcome: refund }] },
      /^case C-1 was closed twice/,
    ],
    [
      'a closing without an entry in the record',
      { cases: [{ ...closed, closes: 0 }] },
      /^case C-1 has 0 closings in the record/,
    ],
    [
      'a refund that is not in the bill',
      { rental: { loweredBySupport: 0 } },
      /^rental R-1 is lowered by 0, but operators decided 40/,
    ],
    [
      'a rental that goes on after its end',
      {
        closings: [{ ...closing, outcome: { kind: 'endRental', at: at(30).toISOString() } }],
        rental: { state: 'charging' },
      },
      /^rental R-1 runs, but an operator ended it/,
    ],
  ])('%s is a violation', (_what, given, found) => {
    expect(decided(given)).toContainEqual(expect.stringMatching(found));
  });
});

describe('a return that is dated early', () => {
  /**
   * Returns facts with this number of rentals. Each rental ends after one second, although its charger was outside for
   * a minute.
   */
  const early = (count: number): Facts => {
    const ids = Array.from({ length: count }, (_, index) => `early${index}`);
    return {
      ...right,
      fleet: {
        ...right.fleet,
        trips: ids.map((id) => ({ ...trip, rentalId: id, charger: id, backAt: at(60) })),
      },
      books: {
        ...right.books,
        rentals: ids.map((id) => ({ ...rental, id, number: id, returnedAt: at(1) })),
      },
    };
  };
  const found = (facts: Facts) => check(facts).filter(({ invariant }) => invariant === 19);

  test('a few early returns are no violation, because a lost report counts in favour of the rider', () => {
    expect(found(early(3))).toEqual([]);
  });

  test('many early returns are a violation', () => {
    expect(found(early(4)).map(({ what }) => what)).toEqual(['4 of 4 returns are dated early']);
  });
});

describe('GoCash', () => {
  const topUp: TopUp = {
    id: 't1',
    number: 'T-1',
    state: 'credited',
    amount: money(500),
    bonus: money(50),
    method: { kind: 'card', brand: 'visa', last4: '4242', label: null },
    action: null,
    failure: null,
    createdAt: at(0).toISOString(),
    creditedAt: at(1).toISOString(),
  };
  const wallet: WalletView = {
    total: 450,
    topUpIds: [['t1', 't1']],
    topUps: [topUp],
    orderIds: ['r2'],
  };
  const bought: IntentFact = {
    ...intent,
    id: 'pi_5',
    order: 'T-1',
    key: 'topUp:1',
    isHold: false,
    received: 500,
  };
  /** Returns facts in which a rider topped up and reserved 100 for the rental whose charger is still outside. */
  const facts = (given: Partial<WalletView> = {}, charged = bought): Facts => ({
    ...right,
    riders: { ...right.riders, wallets: [{ ...wallet, ...given }] },
    provider: { ...right.provider, intents: [...right.provider.intents, charged] },
    books: {
      ...right.books,
      goCash: new Map([['r2', { reserved: 100, spent: 0 }]]),
      payments: [
        ...right.books.payments,
        { id: 'p5', intent: 'pi_5', state: 'captured', captured: 500, refunded: 0 },
      ],
      accounts: new Map([
        ...right.books.accounts,
        ['clearing:USD', 670],
        ['bonus:USD', 50],
        ['wallet:u1:USD', -450],
        ['walletHolds:USD', -100],
      ]),
    },
  });

  test('GoCash that was charged once and is shown completely is no violation', () => {
    expect(check(facts())).toEqual([]);
  });

  test.each([
    ['two top-ups with one key', facts({ topUpIds: [['t1', 't2']] }), /^the top-ups t1,t2 have/],
    ['a wrong balance', facts({ total: 550 }), /^a wallet shows 550, but 450 is left of 550/],
    [
      'a top-up that was not charged',
      facts({}, { ...bought, received: 0 }),
      /^credited top-up T-1 was charged 0, not 500/,
    ],
    [
      'a declined top-up that was charged',
      facts({ topUps: [{ ...topUp, state: 'declined' }] }),
      /^declined top-up T-1 was charged 500, not 0/,
    ],
  ])('%s is a violation', (_what, wrong, found) => {
    expect(check(wrong).map(({ what }) => what)).toContainEqual(expect.stringMatching(found));
  });
});

describe('the bill', () => {
  test.each([
    [1, 170],
    [60_000, 170],
    [60_001, 240],
    [10 * 60_000, 600],
    [10 * 60_000 + 1, 670],
    [60 * 60_000, 3000],
  ])('a rental of %i ms costs %i', (ms, total) => {
    expect(billOf(tariff, ms, false)).toBe(total);
  });

  test('the bill is zero only within the grace time and at the same station', () => {
    const graceful = { ...tariff, graceMinutes: 1 };
    expect(billOf(graceful, 30_000, true)).toBe(0);
    expect(billOf(graceful, 30_000, false)).toBe(170);
    expect(billOf(graceful, 61_000, true)).toBe(240);
    expect(billOf(tariff, 30_000, true)).toBe(170);
  });
});
