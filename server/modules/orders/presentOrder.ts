import type { Money } from '../../../contract/money.ts';
import type { Claim } from '../../../contract/claims.ts';
import type { DocumentedOrder, Invoice } from '../../../contract/documents.ts';
import type { Dispute, Order } from '../../../contract/orders.ts';
import type { PaymentStep } from '../../../contract/payment.ts';
import type { StoredPurpose } from '../../db/schema.ts';
import { readLayout } from '../../../contract/rules/places/cabinetLayout.ts';
import { orderStatus } from '../rentalRecords/machine.ts';
import { netCaptured } from '../rental/plan.ts';
import { presentOrderCoupons } from './presentOrderCoupons.ts';
import {
  presentPayment,
  stepsByPayment,
  type MethodRow,
  type PaymentRow,
} from './presentPayments.ts';
import type { OrderParts } from './readOrders.ts';

type RentalPart = OrderParts['rentals'][number];
type DisputeRow = OrderParts['disputes'][number];
type ClaimRow = OrderParts['claims'][number];
type InvoiceRow = OrderParts['invoices'][number];
type StationRow = OrderParts['stations'][number];

/** Converts rentals to orders of the contract. The sequence of the rentals stays the same. */
export function presentOrders(parts: OrderParts, now: Date): DocumentedOrder[] {
  const { rentals, stations, disputes, coupons, claims, swaps, invoices } = parts;
  const payments = parts.payments.map((payment) => ({
    ...payment,
    changed_at: new Date(payment.changed_at),
  }));
  const methods = new Map(parts.methods.map((method) => [method.id, method]));
  const steps = stepsByPayment(payments, parts.steps);
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
      swap: swaps.find(({ rental_id }) => rental_id === rental.id)?.state ?? 'none',
      // The claims begin with the newest, so `find` returns the newest claim.
      claim: claims.find(({ rental_id }) => rental_id === rental.id) ?? null,
      invoices: invoices.filter(({ rental_id }) => rental_id === rental.id),
      now,
    }),
  );
}

function presentOrder(
  rental: RentalPart,
  around: {
    stations: readonly StationRow[];
    coupon: Order['coupon'];
    methods: ReadonlyMap<string, MethodRow>;
    payments: readonly PaymentRow[];
    steps: ReadonlyMap<string, PaymentStep[]>;
    dispute: DisputeRow | null;
    claim: ClaimRow | null;
    invoices: readonly InvoiceRow[];
    swap: NonNullable<Order['faulty']>['swap'];
    now: Date;
  },
): DocumentedOrder {
  const { stations, methods, coupon, payments, steps, dispute, claim, invoices, swap, now } =
    around;
  const money = (amount: number): Money => ({ amount, currency: rental.tariff.currency });
  const status = orderStatus(rental.state);
  const paid = netCaptured(payments);
  const waived = rental.lines.reduce(
    (sum, { kind, amount }) => (kind === 'waived' ? sum - amount : sum),
    0,
  );
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
    createdAt: inUtc(rental.created_at),
    ...(rental.held_until !== null && { heldUntil: inUtc(rental.held_until) }),
    startedAt: rental.started_at && inUtc(rental.started_at),
    returnedAt: rental.returned_at && inUtc(rental.returned_at),
    ...(rental.found_at !== null && { foundAt: inUtc(rental.found_at) }),
    returnStation: rental.return_station_id ? stationRef(stations, rental.return_station_id) : null,
    returnSlot: rental.return_slot,
    tariff: rental.tariff,
    lines: rental.lines.flatMap(({ kind, amount }) =>
      kind === 'waived' ? [] : [{ kind, amount: money(amount) }],
    ),
    total: rental.total === null ? null : money(rental.total),
    ...(waived > 0 && { waived: money(waived) }),
    paid: money(paid),
    due: money(owes ? Math.max(0, (rental.total ?? 0) - paid) : 0),
    paymentMethod: methods.get(rental.payment_method_id) ?? null,
    usesGoCash: rental.use_go_cash,
    coupon,
    dispute: dispute && presentDispute(dispute, money),
    ...(rental.is_free && { faulty: { swap } }),
    ...(claim && { claim: presentClaim(claim) }),
    ...(rental.moved_seconds > 0 && { movedSeconds: rental.moved_seconds }),
    ...(rental.pauses.length > 0 && { pauses: rental.pauses }),
    payments: payments.map((payment) => presentPayment(payment, methods, steps)),
    ...(invoices.length > 0 && { invoices: invoices.map(presentInvoice) }),
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
    openedAt: inUtc(opened_at),
    answeredAt: answered_at && inUtc(answered_at),
    refunded: refunded === null ? null : money(refunded),
  };
}

function presentClaim({ id, kind, state, number, ...times }: ClaimRow): Claim {
  return {
    id,
    kind,
    state,
    number,
    at: inUtc(times.claimed_at),
    checkedUntil: inUtc(times.checked_until),
    endedAt: times.ended_at && inUtc(times.ended_at),
  };
}

function presentInvoice({ number, currency, ...row }: InvoiceRow): Invoice {
  return {
    kind: row.kind,
    // The number is missing only within the transaction that issues the invoice.
    number: number ?? '',
    corrects: row.corrects,
    issuedAt: inUtc(row.issued_at),
    amount: { amount: row.amount, currency },
    tax: { amount: row.tax, currency },
    taxRate: row.tax_rate,
    seller: {
      name: row.seller_name,
      address: row.seller_address,
      taxNumber: row.seller_tax_number,
    },
  };
}

const purposes: StoredPurpose[] = ['rental', 'unlockFee', 'deposit', 'overdue', 'usage', 'topUp'];

function byPurpose(a: PaymentRow, b: PaymentRow): number {
  return purposes.indexOf(a.purpose) - purposes.indexOf(b.purpose) || a.attempt - b.attempt;
}

function stationRef(stations: readonly StationRow[], id: string): Order['station'] {
  const station = stations.find((other) => other.id === id);
  if (!station) throw new Error(`station ${id} of an order is gone`);
  const { name, address, slots } = station;
  const layout = readLayout(station.layout ?? '');
  // A layout with fewer slots than the cabinet is wrong, so leave it out.
  const isRight = layout !== null && layout.rows * layout.columns >= slots;
  return { id, name, address, slots, ...(isRight && { layout }) };
}

/** Converts a time from the database's JSON to the contract's format. */
function inUtc(at: string): string {
  return new Date(at).toISOString();
}
