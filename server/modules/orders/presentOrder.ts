import type { Selectable } from 'kysely';
import type { Order } from '../../../contract/orders.ts';
import type { Money } from '../../../contract/money.ts';
import type { PaymentPurpose } from '../../../contract/payment.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { orderStatus } from '../rental/machine.ts';
import { kept } from '../rental/plan.ts';
import type { RentalRow } from '../rental/rentals.ts';

type PaymentRow = Selectable<Database['payments']>;
type StationRow = Pick<Selectable<Database['stations']>, 'id' | 'name' | 'address'>;
type MethodRow = Pick<Selectable<Database['payment_methods']>, 'id' | 'brand' | 'last4'>;

/** Rentals as orders of the contract, in the same order, by three queries however many they are. */
export async function presentOrders(
  db: Db | Trx,
  rentals: readonly RentalRow[],
  now: Date,
): Promise<Order[]> {
  if (rentals.length === 0) return [];
  const stationIds = rentals.flatMap(({ station_id, return_station_id }) =>
    return_station_id ? [station_id, return_station_id] : [station_id],
  );
  const stations = await db
    .selectFrom('stations')
    .select(['id', 'name', 'address'])
    .where('id', 'in', stationIds)
    .execute();
  const methods = await db
    .selectFrom('payment_methods')
    .select(['id', 'brand', 'last4'])
    .where(
      'id',
      'in',
      rentals.map(({ payment_method_id }) => payment_method_id),
    )
    .execute();
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where(
      'rental_id',
      'in',
      rentals.map(({ id }) => id),
    )
    .execute();
  return rentals.map((rental) =>
    presentOrder(rental, {
      stations,
      method: methods.find(({ id }) => id === rental.payment_method_id) ?? null,
      payments: payments.filter(({ rental_id }) => rental_id === rental.id).sort(byPurpose),
      now,
    }),
  );
}

function presentOrder(
  rental: RentalRow,
  around: {
    stations: readonly StationRow[];
    method: MethodRow | null;
    payments: readonly PaymentRow[];
    now: Date;
  },
): Order {
  const { stations, method, payments, now } = around;
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
    tariff: rental.tariff,
    lines: rental.lines.map(({ kind, amount }) => ({ kind, amount: money(amount) })),
    total: rental.total === null ? null : money(rental.total),
    paid: money(paid),
    due: money(owes ? Math.max(0, (rental.total ?? 0) - paid) : 0),
    paymentMethod: method && { id: method.id, brand: method.brand, last4: method.last4 },
    payments: payments.map((payment) => ({
      purpose: payment.purpose,
      state: payment.state,
      authorized: money(payment.amount),
      captured: money(payment.captured),
      refunded: money(payment.refunded),
      at: payment.changed_at.toISOString(),
    })),
    paymentFailure: rental.payment_failure,
    now: now.toISOString(),
  };
}

const purposes: PaymentPurpose[] = ['unlockFee', 'deposit', 'overdue', 'usage'];

function byPurpose(a: PaymentRow, b: PaymentRow): number {
  return purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose) || a.attempt - b.attempt;
}

function stationRef(stations: readonly StationRow[], id: string): StationRow {
  const station = stations.find((other) => other.id === id);
  if (!station) throw new Error(`station ${id} of an order is gone`);
  return { id: station.id, name: station.name, address: station.address };
}
