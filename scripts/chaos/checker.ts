import type { Facts, RentalFact } from './facts.ts';
import { checkDeadlines, checkRefusals, checkRefusedClaims } from './checks/claims.ts';
import { checkClosings, checkDecisions } from './checks/desk.ts';
import { checkErasure, checkLogs, checkSessions } from './checks/privacy.ts';
import {
  checkEjects,
  checkExactBills,
  checkOverlaps,
  checkReturns,
  tripOf,
} from './checks/times.ts';
import { violationOf, type Violation } from './invariants.ts';
import { billOf, billedMs, clockToleranceMs } from './tariffBill.ts';
import type { ChargerTrip } from './trips.ts';

/** The checks. The number of a check is the number of the guarantee in `invariants`. */
const checks: readonly [invariant: number, check: (facts: Facts) => string[]][] = [
  [1, checkKeys],
  [2, checkOverlaps],
  [3, checkEjects],
  [4, checkMoney],
  [5, checkLateReports],
  [6, checkProvider],
  [7, checkLedger],
  [8, checkWallets],
  [8, checkTopUps],
  [9, checkChargers],
  [9, checkReturns],
  [10, checkAnswers],
  [11, checkRentals],
  [11, checkHeld],
  [11, checkJobs],
  [14, checkSessions],
  [16, checkLogs],
  [17, checkErasure],
  [19, checkBills],
  [19, checkExactBills],
  [19, checkFree],
  [19, checkRefusedClaims],
  [19, checkDeadlines],
  [20, checkPayments],
  [22, checkClosings],
  [22, checkDecisions],
  [22, checkRefusals],
];

/**
 * Returns the violations. The checker imports no code of the product. With shared code, the checker would have the same
 * bugs as the product and would not find them.
 */
export function check(facts: Facts): Violation[] {
  return checks.flatMap(([invariant, run]) => run(facts).map(violationOf(invariant)));
}

const outside = new Set(['charging', 'overdue']);
const ended = new Set(['complete', 'lost', 'failed', 'review']);
const unpaid = new Set(['failed', 'review']);
const pending = new Set(['requested', 'unknown', 'capturing', 'voiding', 'refunding']);

/**
 * Checks that each charger is either in one slot or outside, and that the server has the same
 * state.
 */
function checkChargers({ fleet, books }: Facts): string[] {
  const byId = new Map(books.rentals.map((rental) => [rental.id, rental]));
  // Skip the chargers of held rentals, because nobody knows where these chargers are.
  const unclear = new Set(
    books.rentals.filter(({ heldUntil }) => heldUntil !== null).map(({ charger }) => charger),
  );
  return fleet.stock.flatMap((charger) => {
    const real = fleet.slots.filter((slot) => slot.charger === charger);
    const out = fleet.trips.filter((trip) => trip.charger === charger && !trip.backAt);
    if (real.length + out.length !== 1)
      return [`${charger}: the cabinets record it twice or not at all`];
    if (unclear.has(charger)) return [];
    const places = [
      ...books.slots
        .filter((slot) => slot.charger === charger)
        .map(({ stationId, slot }) => `slot ${stationId}/${slot}`),
      ...books.rentals
        .filter((rental) => rental.charger === charger && outside.has(rental.state))
        .map(({ number }) => `rental ${number}`),
    ];
    const due = [
      ...real.map(({ stationId, slot }) => `slot ${stationId}/${slot}`),
      ...out.flatMap(({ rentalId }) => {
        const rental = byId.get(rentalId);
        // A charger outside belongs to no active rental if its rental has failed, is in review, or ended as lost. If
        // the rider got a second charger, the first charger belongs to no rental any more.
        return rental?.charger === charger && !unpaid.has(rental.state) && rental.state !== 'lost'
          ? [`rental ${rental.number}`]
          : [];
      }),
    ];
    if (places.toSorted().join() === due.toSorted().join()) return [];
    return [`${charger} is in [${due.join()}], but the server has [${places.join()}]`];
  });
}

/** Checks that no rental is stuck, and that each started rental has a charger that came out. */
function checkRentals({ fleet, books }: Facts): string[] {
  return books.rentals.flatMap((rental) => {
    const trip = tripOf(fleet.trips, rental);
    const isRunning = outside.has(rental.state) && trip !== undefined && !trip.backAt;
    const found: string[] = [];
    const isOpen = isRunning || rental.heldUntil !== null;
    if (!ended.has(rental.state) && !isOpen) found.push('is stuck');
    if (rental.startedAt && !trip) found.push('started, but no charger came out');
    return found.map((what) => `${rental.state} rental ${rental.number} ${what}`);
  });
}

/** Checks that support has a case for each held rental. */
function checkHeld({ books }: Facts): string[] {
  const known = new Set(books.cases.map(({ key }) => key));
  return books.rentals
    .filter(({ id, heldUntil }) => heldUntil !== null && !known.has(`suspiciousEject:${id}`))
    .map(({ state, number }) => `${state} rental ${number} is held without a case`);
}

/** Checks that support has a case for each rental that failed or is in review although a charger came out. */
function checkLateReports({ fleet, books }: Facts): string[] {
  const known = new Set(books.cases.map(({ kind, rentalId }) => `${kind}:${rentalId}`));
  return books.rentals
    .filter((rental) => unpaid.has(rental.state) && tripOf(fleet.trips, rental))
    .filter(
      ({ id }) =>
        !['lateEject', 'ejectedButInside', 'notEjected'].some((kind) => known.has(`${kind}:${id}`)),
    )
    .map(({ state, number }) => `${state} rental ${number} released a charger without a case`);
}

/** Checks that no rider pays for more time than the charger was outside. */
function checkBills({ fleet, books }: Facts): string[] {
  return books.rentals.flatMap((rental) => {
    const trip = tripOf(fleet.trips, rental);
    if (rental.total === null || !trip) return [];
    const most = highestBill(rental, trip);
    if (rental.total <= most) return [];
    return [`rental ${rental.number} is billed ${rental.total}, expected at most ${most}`];
  });
}

/** Checks that no rider pays for a rental with a charger that did not charge, unless the charger is lost. */
function checkFree({ riders, books }: Facts): string[] {
  const freed = new Set(riders.freed);
  return books.rentals.flatMap(({ id, number, tariff, total }) => {
    // Skip a lost charger, because a loss is billed even if the rental was free. Do not compare the amount of a loss
    // with the tariff, because support may have lowered the bill.
    if (!freed.has(id) || total === null || total === 0 || isLoss(id)) return [];
    return [`rental ${number} is billed ${total}, but is free with the tariff ${tariff.id}`];
  });

  function isLoss(id: string): boolean {
    const rental = books.rentals.find((one) => one.id === id);
    return rental?.state === 'lost' || rental?.returnedAt === null;
  }
}

function highestBill(rental: RentalFact, trip: ChargerTrip): number {
  const { tariff } = rental;
  const { outAt, backAt, stationId, backStationId } = trip;
  // If the charger is still outside, only a loss may be billed.
  if (!backAt) return tariff.lostTotal;
  const ms = backAt.getTime() - outAt.getTime();
  const most = billedMs(rental, ms + clockToleranceMs);
  return billOf(tariff, most, stationId === backStationId, ms);
}

/** Checks that the provider, the order and the bill have the same amount for each rental. */
function checkMoney({ riders, provider, books }: Facts): string[] {
  const byId = new Map(books.rentals.map((rental) => [rental.id, rental]));
  return riders.orders.flatMap((order) => {
    const found: string[] = [];
    const say = (what: string) => found.push(`${order.state} order ${order.number} ${what}`);
    const intents = provider.intents.filter((intent) => intent.order === order.number);
    const ids = new Set(intents.map(({ id }) => id));
    const given = provider.refunds.filter(({ intent }) => ids.has(intent));
    const net =
      sum(intents.map(({ received }) => received)) -
      sum(given.map(({ amount }) => amount)) +
      (books.goCash.get(order.id)?.spent ?? 0);
    if (net !== order.paid.amount)
      say(`shows ${order.paid.amount} as paid, but provider and wallet have ${net}`);
    const rental = byId.get(order.id);
    if (!rental) return [...found, `order ${order.number} is not in the database`];
    // Skip a rental that changed after its rider had read the order, for example because the server then charged for a
    // charger that is still outside.
    if (rental.changedAt >= riders.readAt) return [];
    if (rental.state !== order.state) say(`is ${rental.state} in the database`);
    const due = unpaid.has(order.state) ? 0 : (rental.total ?? net);
    if (ended.has(order.state) && net !== due)
      say(`has a total of ${due}, but provider and wallet have ${net}`);
    if (order.state === 'charging' && net !== 0) say(`is charged ${net} before its end`);
    if (intents.filter(({ isHold }) => isHold).length > 1) say('has more than one hold');
    const standing = intents.filter(({ status }) => status === 'requires_capture');
    if (ended.has(order.state) && standing.length > 0) say('still holds money');
    return found;
  });
}

/**
 * Checks that the provider made each capture and each refund once, and that each of its payments belongs to an order or
 * top-up of a rider. Also checks that the database has each payment, with the same captured amount.
 */
function checkProvider({ riders, provider, books }: Facts): string[] {
  const topUps = riders.wallets.flatMap((wallet) => wallet.topUps);
  const numbers = new Set([...riders.orders, ...topUps].map(({ number }) => number));
  const known = new Map(books.payments.map((payment) => [payment.intent, payment]));
  const taken = provider.intents.filter(({ status }) => status === 'succeeded');
  return [
    ...twice(taken.map(({ key }) => key)).map((key) => `${key} was captured twice`),
    ...twice(provider.refunds.map(({ key }) => key)).map((key) => `${key} was refunded twice`),
    ...provider.intents
      .filter(({ order }) => !numbers.has(order))
      .map(({ id, order }) => `${id} belongs to order ${order}, which no rider has`),
    ...provider.intents
      .filter(({ id, status }) => isMoney(status) && !known.has(id))
      .map(({ id, order }) => `${id} of order ${order} exists only at the provider`),
    ...taken.flatMap(({ id, received }) => {
      const payment = known.get(id);
      if (!payment || payment.captured === received) return [];
      return [`${id} captured ${received}, but the database has ${payment.captured}`];
    }),
  ];
}

function isMoney(status: string): boolean {
  return status === 'succeeded' || status === 'requires_capture';
}

/**
 * Checks that the ledger balances, and that its amounts equal the amounts of the payment provider. Also checks that its
 * entries cannot be changed, and that no ended rental has an open amount.
 */
function checkLedger({ provider, books }: Facts): string[] {
  const found: string[] = [];
  const whole = sum([...books.accounts.values()]);
  if (whole !== 0) found.push(`the ledger is off by ${whole}`);
  const at = (name: string) =>
    sum(
      [...books.accounts].filter(([account]) => account.startsWith(`${name}:`)).map(([, n]) => n),
    );
  const net =
    sum(provider.intents.map(({ received }) => received)) -
    sum(provider.refunds.map(({ amount }) => amount));
  if (at('clearing') !== net)
    found.push(`${at('clearing')} is in the ledger, but the provider has ${net}`);
  if (at('held') + at('holds') !== 0) found.push('the booked holds do not mirror each other');
  const standing = sum(provider.intents.map(({ held }) => held));
  if (at('held') !== standing)
    found.push(`${at('held')} is booked as held, but the provider holds ${standing}`);
  if (books.ledgerIsWritable) found.push('an entry of the ledger can be changed');
  for (const { id, number, state } of books.rentals) {
    const owed = books.receivable.get(id) ?? 0;
    if (ended.has(state) && owed !== 0) found.push(`${state} rental ${number} is off by ${owed}`);
  }
  return found;
}

/**
 * Checks that each idempotency key created at most one order, and that each rental was in the answers to exactly one
 * key.
 */
function checkKeys({ riders, books }: Facts): string[] {
  const answered = riders.attempts.flatMap(({ orderIds }) => [...new Set(orderIds)]);
  const asked = new Set(answered);
  return [
    ...riders.attempts
      .filter(({ orderIds }) => new Set(orderIds).size > 1)
      .map(({ key }) => `the key ${key} made several orders`),
    ...twice(answered).map((id) => `order ${id} was the answer to two keys`),
    ...books.rentals
      .filter(({ id }) => !asked.has(id))
      .map(({ number }) => `rental ${number} was created, but no answer contained it`),
  ];
}

/** Checks that each order from a successful answer is among the orders that the riders read after the run. */
function checkAnswers({ riders }: Facts): string[] {
  const shown = new Set(riders.orders.map(({ id }) => id));
  return riders.attempts
    .flatMap(({ orderIds }) => orderIds)
    .filter((id) => !shown.has(id))
    .map((id) => `order ${id} was in an answer, but is missing`);
}

/** Checks that support has a case for each payment that still waits for an answer. */
function checkPayments({ books }: Facts): string[] {
  const known = new Set(books.cases.map(({ key }) => key));
  return books.payments
    .filter(({ id, state }) => pending.has(state) && !known.has(`moneyUnknown:${id}`))
    .map(({ id, state }) => `payment ${id} is still ${state}, and nobody knows it`);
}

/**
 * Checks that no wallet account has a sum above zero. A rider's balance, which the operator owes the rider, is a credit
 * and therefore negative.
 */
function checkWallets({ books }: Facts): string[] {
  return [...books.accounts]
    .filter(([account, amount]) => account.startsWith('wallet:') && amount > 0)
    .map(([account, amount]) => `${account} is ${amount} below zero`);
}

/**
 * Checks that calls with the same key created at most one top-up. The provider must have received exactly the amount of
 * each credited top-up, and nothing for any other top-up. Also checks that each balance equals the credited top-ups and
 * bonuses minus the reserved and spent GoCash.
 */
function checkTopUps({ riders, provider, books }: Facts): string[] {
  return riders.wallets.flatMap(({ total, topUpIds, topUps, orderIds }) => {
    const found = topUpIds
      .filter((ids) => new Set(ids).size > 1)
      .map((ids) => `the top-ups ${ids.join()} have the same key`);
    for (const { number, state, amount } of topUps) {
      const received = sum(
        provider.intents.filter(({ order }) => order === number).map((intent) => intent.received),
      );
      const due = state === 'credited' ? amount.amount : 0;
      if (received !== due)
        found.push(`${state} top-up ${number} was charged ${received}, not ${due}`);
    }
    const credited = topUps.filter(({ state }) => state === 'credited');
    const bought = sum(credited.map(({ amount, bonus }) => amount.amount + bonus.amount));
    const used = orderIds.flatMap((id) => books.goCash.get(id) ?? []);
    const left = bought - sum(used.map(({ reserved, spent }) => reserved + spent));
    if (total !== left) found.push(`a wallet shows ${total}, but ${left} is left of ${bought}`);
    return found;
  });
}

/** Checks that no due job waits, and that no job has failed permanently. */
function checkJobs({ books }: Facts): string[] {
  return [
    ...books.openJobs.map((key) => `job ${key} waits`),
    ...books.cases.filter(({ kind }) => kind === 'jobStuck').map(() => 'a job is stuck'),
  ];
}

function twice(all: readonly string[]): string[] {
  return [...new Set(all.filter((one, index) => one !== '' && all.indexOf(one) !== index))];
}

function sum(all: readonly number[]): number {
  return all.reduce((whole, one) => whole + one, 0);
}
