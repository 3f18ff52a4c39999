import type { RentalWorld } from './rentalWorld.ts';
import { auditLedger } from '../modules/audit/auditLedger.ts';
import { ejectOrderedAt } from '../modules/rental/evidence.ts';
import type { RentalRow } from '../modules/rentalRecords/rentals.ts';
import { ejectLifeMs } from '../modules/rental/rentalLimits.ts';
import { billWithCoupon, usesOfCoupons, couponViolations } from './couponInvariants.ts';
import { notificationViolations } from './notificationInvariants.ts';

/**
 * Compares the server's data with the simulated cabinets and payments. Call it after all jobs are done. Returns the
 * differences; the list is empty if everything is correct.
 */
export async function findViolations(world: RentalWorld): Promise<string[]> {
  const rentals = await world.rentals();
  const goCash = await goCashOf(world);
  const uses = await usesOfCoupons(world.deps.db);
  const claimed = new Set(
    (await world.deps.db.selectFrom('rental_claims').select('rental_id').execute()).map(
      ({ rental_id }) => rental_id,
    ),
  );
  return [
    ...(await auditLedger(world.deps.db)),
    ...rentals.flatMap((rental) =>
      violationsOf(world, rental, uses, {
        goCash: goCash.get(rental.id),
        isClaimed: claimed.has(rental.id),
      }),
    ),
    ...(await couponViolations(world.deps.db, rentals)),
    ...(await topUpViolations(world)),
    ...(await notificationViolations(world, rentals)),
    ...(await caseViolations(world, rentals)),
    ...ejectViolations(world),
    ...(await slotViolations(world)),
  ];
}

/** Returns a text about each order that was charged without proof that a charger came out. */
export async function chargedWithoutProof(world: RentalWorld): Promise<string[]> {
  if (world.payments.effects.length === 0) return [];
  const rentals = await world.rentals();
  const goCash = await goCashOf(world);
  const netOf = ({ id, number }: RentalRow) =>
    world.payments.netCapturedOf(number) + (goCash.get(id)?.net ?? 0);
  return rentals
    .filter((rental) => !rental.started_at && netOf(rental) > 0)
    .map(({ number, state }) => `${state} rental ${number} was charged without proof`);
}

/**
 * Returns a text about each rental that keeps its hold (`held_until`) and has no case `suspiciousEject`. Without a
 * case, support would not notice the hold.
 */
export async function heldWithoutCase(world: RentalWorld): Promise<string[]> {
  const cases = new Set(await world.cases());
  return (await world.rentals())
    .filter(({ id, held_until }) => held_until && !cases.has(`suspiciousEject:${id}`))
    .map(({ number, state }) => `${state} rental ${number} is held without a case`);
}

interface PaidGoCash {
  net: number;
  held: number;
}

/** Returns the amounts that the wallet paid and holds, for each rental. `auditLedger` compares them with the ledger. */
async function goCashOf(world: RentalWorld): Promise<ReadonlyMap<string | null, PaidGoCash>> {
  const rows = await world.deps.db
    .selectFrom('payments')
    .select(['rental_id', 'state', 'amount', 'captured', 'refunded'])
    .where('source', '=', 'goCash')
    .execute();
  const found = new Map<string | null, PaidGoCash>();
  for (const { rental_id, state, amount, captured, refunded } of rows) {
    const { net, held } = found.get(rental_id) ?? { net: 0, held: 0 };
    found.set(rental_id, {
      net: net + captured - refunded,
      held: held + (state === 'authorized' ? amount : 0),
    });
  }
  return found;
}

/** The errors of top-ups. A top-up is credited once, if and only if the provider captured it. */
async function topUpViolations({ deps, payments }: RentalWorld): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('top_ups')
    .leftJoin('payments', 'payments.top_up_id', 'top_ups.id')
    .select(['top_ups.number', 'top_ups.state', 'top_ups.amount', 'payments.refunded'])
    .execute();
  return rows.flatMap(({ number, state, amount, refunded }) => {
    if (state === 'requested') return [`top-up ${number} is not at its end`];
    const due = state === 'credited' ? amount - (refunded ?? 0) : 0;
    const net = payments.netCapturedOf(number);
    return net === due ? [] : [`${state} top-up ${number} kept ${net} rather than ${due}`];
  });
}

const final = new Set(['complete', 'lost', 'failed', 'review', 'unpaid']);

function violationsOf(
  world: RentalWorld,
  rental: RentalRow,
  uses: ReadonlyMap<string, string>,
  {
    goCash = { net: 0, held: 0 },
    isClaimed,
  }: { goCash: PaidGoCash | undefined; isClaimed: boolean },
): string[] {
  const { payments } = world;
  const found: string[] = [];
  const say = (what: string) => found.push(`${rental.state} rental ${rental.number}: ${what}`);
  const net = payments.netCapturedOf(rental.number) + goCash.net;
  const held = payments.heldOf(rental.number) + goCash.held;

  if (!final.has(rental.state)) say('is not at its end');
  if (held > 0) say(`still holds ${held}`);
  if (['failed', 'review'].includes(rental.state) && net !== 0) say(`kept ${net}`);
  if (['complete', 'lost'].includes(rental.state) && net !== rental.total) {
    say(`kept ${net} of ${rental.total}`);
  }
  if (rental.state === 'unpaid' && net >= (rental.total ?? 0)) say(`kept ${net}, and is unpaid`);

  const { started_at: start, returned_at: end } = rental;
  if (start && start < ejectOrderedAt(rental)) say('started before its eject');
  if (start && rental.total !== null) {
    if (!wasOut(world, rental)) say('is billed, and nothing came out');
    const lostAt = start.getTime() + rental.tariff.lostMinutes * 60_000;
    // A claim moves the loss to a later time. So after a claim, a return costs at most the usage
    // just before the original time of the loss.
    const latest = isClaimed ? lostAt - 1 : Infinity;
    const until = end ? Math.min(end.getTime(), latest) : lostAt;
    const times = {
      startedAt: start.getTime(),
      until,
      sameStation: rental.same_station ?? false,
    };
    const isFree = rental.is_free && until < lostAt;
    const { total, wrong } = billWithCoupon(rental, times, uses, isFree);
    const waived = waivedOf(rental);
    if (waived > 0 && waived >= world.payments.minimum) say(`${waived} of its bill is waived`);
    const due = isFree ? 0 : total;
    if (due !== rental.total + waived) say(`is billed ${rental.total} rather than ${total}`);
    if (wrong !== null) say(wrong);
  }
  if (end && start && end < start) say('ended before it started');
  if (start && !end && rental.total !== null && wasBackInTime(world, rental, start)) {
    say('is billed as lost, and was back in time');
  }
  const pushed = end && world.pushes.find((push) => isReturnOf(world, push, rental));
  if (end && !pushed && !wasReportedInside(world, rental)) say('ended, and nobody returned it');
  // If the cabinet has no clock, the rental ends when the cabinet first reports the return, and not
  // when the charger was pushed into the slot.
  const cabinet = world.cabinets.find(({ stationId }) => stationId === rental.return_station_id);
  const hasClock = !cabinet?.behaviour.hasNoClock;
  if (pushed && hasClock && end > pushed.at && end.getTime() !== start?.getTime()) {
    say(`ended at ${end.toISOString()}, returned at ${pushed.at.toISOString()}`);
  }
  return found;
}

function waivedOf({ lines }: RentalRow): number {
  return lines.reduce((sum, { kind, amount }) => (kind === 'waived' ? sum - amount : sum), 0);
}

/**
 * Whether the charger was certainly returned in time. Returns false if any cabinet has no clock,
 * because such a cabinet does not report when the charger was pushed into the slot.
 */
function wasBackInTime(world: RentalWorld, rental: RentalRow, start: Date): boolean {
  const limit = start.getTime() + rental.tariff.lostMinutes * 60_000;
  if (world.cabinets.some(({ behaviour }) => behaviour.hasNoClock)) return false;
  return world.pushes.some((push) => isReturnOf(world, push, rental) && push.at.getTime() < limit);
}

function wasOut(world: RentalWorld, rental: RentalRow): boolean {
  return ejectionOf(world, rental) !== null;
}

function ejectionOf(world: RentalWorld, { eject_command }: RentalRow): Date | null {
  for (const { ejections } of world.cabinets) {
    const ejection = ejections.get(eject_command);
    if (ejection) return ejection.at;
  }
  return null;
}

interface Push {
  charger: string;
  at: Date;
}

/** Whether this push came after the eject of the rental, with the charger of the rental. */
function isReturnOf(world: RentalWorld, { charger, at }: Push, rental: RentalRow): boolean {
  return charger === rental.charger && at >= (ejectionOf(world, rental) ?? ejectOrderedAt(rental));
}

function wasReportedInside(world: RentalWorld, rental: RentalRow): boolean {
  return world.cabinets.some(({ slots }) => [...slots.values()].includes(rental.charger));
}

/** The errors of cases. There must be a case for each charger that came out although its rental failed. */
async function caseViolations(
  world: RentalWorld,
  rentals: readonly RentalRow[],
): Promise<string[]> {
  const cases = new Set(await world.cases());
  return rentals
    .filter(({ state }) => state === 'failed' || state === 'review')
    .filter((rental) => wasOut(world, rental))
    .filter(
      ({ id }) =>
        !['lateEject', 'ejectedButInside', 'notEjected'].some((kind) => cases.has(`${kind}:${id}`)),
    )
    .map(({ number }) => `rental ${number} failed, its charger left, and support does not know`);
}

function ejectViolations(world: RentalWorld): string[] {
  return world.gateway.sent.flatMap(({ stationId, command, at }) => {
    if (command.type !== 'eject') return [];
    const cabinet = world.cabinets.find((one) => one.stationId === stationId);
    const skewMs = (cabinet?.behaviour.skewSeconds ?? 0) * 1000;
    const lifeMs = new Date(command.expiresAt).getTime() - skewMs - at.getTime();
    if (lifeMs > ejectLifeMs) return [`${command.id} lives for ${lifeMs} ms`];
    return lifeMs <= 0 ? [`${command.id} was sent after its expiry`] : [];
  });
}

async function slotViolations(world: RentalWorld): Promise<string[]> {
  const rows = await world.deps.db.selectFrom('slots').selectAll().execute();
  const stations = await world.deps.db.selectFrom('stations').selectAll().execute();
  return world.cabinets.flatMap(({ stationId, slots }) => {
    const found: string[] = [];
    for (const [slot, charger] of slots) {
      const row = rows.find((one) => one.station_id === stationId && one.slot === slot);
      const known = row?.charger ?? null;
      if (known !== charger) found.push(`slot ${slot} holds ${charger}, not ${known}`);
      if (row?.state !== (charger === null ? 'empty' : 'occupied')) {
        found.push(`slot ${slot} is ${row?.state} with ${charger}`);
      }
    }
    const free = [...slots.values()].filter((charger) => charger === null).length;
    const station = stations.find(({ id }) => id === stationId);
    if (station?.free_slots !== free) {
      found.push(`${station?.free_slots} slots are shown as free, ${free} are`);
    }
    return found;
  });
}
