import type { Selectable } from 'kysely';
import type { Dispute, Order } from '../../../contract/orders.ts';
import type { Money } from '../../../contract/money.ts';
import type { PaymentPurpose, PaymentStep } from '../../../contract/payment.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { orderStatus } from '../rental/machine.ts';
import { kept } from '../rental/plan.ts';
import type { RentalRow } from '../rental/rentals.ts';
import { presentOrderCoupons } from './presentOrderCoupons.ts';
import {
  presentPayment,
  stepsByPayment,
  type MethodRow,
  type PaymentRow,
} from './presentPayments.ts';
import { readAround, type Around } from './readAround.ts';

type DisputeRow = Around['disputes'][number];
type StationRow = Pick<Selectable<Database['stations']>, 'id' | 'name' | 'address'>;

/** Rentals as orders of the contract, in the same order. */
export async function presentOrders(
  db: Db | Trx,
  rentals: readonly RentalRow[],
  now: Date,
): Promise<Order[]> {
  if (rentals.length === 0) return [];
  const { stations, disputes, coupons, ...around } = await readAround(db, rentals);
  const payments = around.payments.map((payment) => ({
    ...payment,
    changed_at: new Date(payment.changed_at),
  }));
  const methods = new Map(around.methods.map((method) => [method.id, method]));
  const steps = stepsByPayment(payments, around.steps);
  const paymentsOf = new Map<string | null, PaymentRow[]>(rentals.map(({ id }) => [id, []]));
  for (const payment of payments) paymentsOf.get(payment.rental_id)?.push(payment);
  const couponOf = presentOrderCoupons(rentals, coupons);
  return rentals.map((rental) =>
    presentOrder(rental, {
      coupon: couponOf.get(rental.id) ?? null,
      stations,
      methods,
      payments: (paymentsOf.get(rental.id) ?? []).sort(byPurpose),
      steps,
      dispute: disputes.find(({ rental_id }) => rental_id === rental.id) ?? null,
      now,
    }),
  );
}

function presentOrder(
  rental: RentalRow,
  around: {
    stations: readonly StationRow[];
    coupon: Order['coupon'];
    methods: ReadonlyMap<string, MethodRow>;
    payments: readonly PaymentRow[];
    steps: ReadonlyMap<string, PaymentStep[]>;
    dispute: DisputeRow | null;
    now: Date;
  },
): Order {
  const { stations, methods, coupon, payments, steps, dispute, now } = around;
  const money = (amount: number): Money => ({ amount, currency: rental.tariff.currency });
  const status = orderStatus(rental.state);
  const paid = kept(payments);
  const owes = status === 'unpaid' || status === 'paying';
  const action = payments.find(({ state }) => state === 'actionRequired')?.action_url;
  return {
    id: rental.id,
    number: rental.number,
    status,
    state: rental.state,
    failure: rental.failure,
    action: action ? { url: action } : null,
    station: stationRef(stations, rental.station_id),
    slot: rental.slot,
    createdAt: rental.created_at.toISOString(),
    startedAt: rental.started_at?.toISOString() ?? null,
    returnedAt: rental.returned_at?.toISOString() ?? null,
    returnStation: rental.return_station_id ? stationRef(stations, rental.return_station_id) : null,
    returnSlot: rental.return_slot,
    tariff: rental.tariff,
    lines: rental.lines.map(({ kind, amount }) => ({ kind, amount: money(amount) })),
    total: rental.total === null ? null : money(rental.total),
    paid: money(paid),
    due: money(owes ? Math.max(0, (rental.total ?? 0) - paid) : 0),
    paymentMethod: methods.get(rental.payment_method_id) ?? null,
    usesGoCash: rental.use_go_cash,
    coupon,
    dispute: dispute && presentDispute(dispute, money),
    payments: payments.map((payment) => presentPayment(payment, methods, steps)),
    paymentFailure: rental.payment_failure,
    now: now.toISOString(),
  };
}

function presentDispute(
  { reason, state, opened_at, answered_at, refunded }: DisputeRow,
  money: (amount: number) => Money,
): Dispute {
  return {
    reason,
    state,
    openedAt: new Date(opened_at).toISOString(),
    answeredAt: answered_at === null ? null : new Date(answered_at).toISOString(),
    refunded: refunded === null ? null : money(refunded),
  };
}

const purposes: PaymentPurpose[] = ['unlockFee', 'deposit', 'overdue', 'usage', 'topUp'];

function byPurpose(a: PaymentRow, b: PaymentRow): number {
  return purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose) || a.attempt - b.attempt;
}

function stationRef(stations: readonly StationRow[], id: string): StationRow {
  const station = stations.find((other) => other.id === id);
  if (!station) throw new Error(`station ${id} of an order is gone`);
  return { id: station.id, name: station.name, address: station.address };
}
