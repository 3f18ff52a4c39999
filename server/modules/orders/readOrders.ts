import { sql, type RawBuilder, type Selectable, type ShallowDehydrateObject } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { cachedPlan } from '../../db/preparedStatements.ts';
import type { Database } from '../../db/schema.ts';
import { claimsForOrders } from '../rentalRecords/claims.ts';
import { swapStates } from '../rentalRecords/swaps.ts';
import { invoicesForOrders } from '../invoices/invoiceQueries.ts';
import { couponRentals } from '../coupons/couponQueries.ts';
import { methodNames, paymentsForOrders, paymentSteps } from '../payments/paymentQueries.ts';
import { orderStations } from '../stations/stationQueries.ts';

type Rows<
  Table extends keyof Database,
  Column extends keyof Database[Table],
> = ShallowDehydrateObject<
  Pick<Selectable<Database[Table]>, Column & keyof Selectable<Database[Table]>>
>[];

/** Rentals with all other data of orders, the newest first. Times are strings in the format of the database's JSON. */
export interface OrderParts {
  rentals: Rows<
    'rentals',
    | ('id' | 'number' | 'state' | 'failure' | 'station_id' | 'slot' | 'created_at' | 'started_at')
    | ('returned_at' | 'return_station_id' | 'return_slot' | 'tariff' | 'payment_method_id')
    | ('lines' | 'total' | 'payment_failure' | 'use_go_cash' | 'rider_coupon_id' | 'discount')
    | ('held_until' | 'found_at' | 'moved_seconds' | 'pauses' | 'is_free')
  >;
  stations: Rows<'stations', 'id' | 'name' | 'address' | 'slots' | 'layout'>;
  payments: Rows<
    'payments',
    | ('id' | 'rental_id' | 'payment_method_id' | 'source' | 'from_bonus' | 'purpose' | 'attempt')
    | ('state' | 'currency' | 'amount' | 'captured' | 'refunded' | 'action_url' | 'changed_at')
  >;
  methods: Rows<'payment_methods', 'id' | 'kind' | 'brand' | 'last4' | 'label'>;
  steps: Rows<'payment_steps', 'payment_id' | 'step' | 'amount' | 'at' | 'failed_at'>;
  disputes: Rows<
    'disputes',
    'rental_id' | 'reason' | 'state' | 'opened_at' | 'answered_at' | 'refunded'
  >;
  swaps: Rows<'charger_swaps', 'rental_id' | 'state'>;
  coupons: Rows<'rider_coupons', 'id' | 'rental_id'>;
  invoices: (Rows<
    'invoices',
    'rental_id' | 'kind' | 'number' | 'currency' | 'amount' | 'tax' | 'tax_rate' | 'issued_at'
  >[number] & {
    corrects: string | null;
    seller_name: string;
    seller_address: string;
    seller_tax_number: string;
  })[];
  claims: Rows<
    'rental_claims',
    'id' | 'number' | 'rental_id' | 'kind' | 'state' | 'claimed_at' | 'checked_until' | 'ended_at'
  >;
}

/** The columns that a selection of rentals for `readOrders` must have. */
export const rentalColumns = sql.raw(
  `id, number, state, failure, station_id, slot, created_at, started_at, returned_at,
   return_station_id, return_slot, tariff, payment_method_id, lines, total, payment_failure,
   use_go_cash, rider_coupon_id, discount, held_until, found_at, moved_seconds,
   pauses, is_free`,
);

/**
 * Reads the selected rentals with all their data in one statement, because a list would otherwise need half a dozen
 * queries. The statement passes ids as arrays, so that the planner looks up each id in the index, even if it estimates
 * a wrong number of ids.
 *
 * @param chosen a `select` of `rentalColumns` from `rentalsForOrders`. Callers must use only a few different SQL texts,
 * because each connection caches a plan for each text. Each parameter must be `hiddenFromPlanner`.
 */
export async function readOrders(db: Db | Trx, chosen: RawBuilder<unknown>): Promise<OrderParts> {
  const { rows } = await sql<OrderParts>`${cachedPlan}
    with chosen as (${chosen}),
    paid as (
      select id, rental_id, payment_method_id, source, from_bonus, purpose, attempt, state, currency,
        amount, captured, refunded, action_url, changed_at
      from ${paymentsForOrders(db)} as payment where rental_id = any(array(select id from chosen))
    )
    select
      (select coalesce(json_agg(chosen order by created_at desc, id desc), '[]') from chosen) as rentals,
      (select coalesce(json_agg(paid), '[]') from paid) as payments,
      (select coalesce(json_agg(found), '[]') from (
        select id, name, address, slots, layout from ${orderStations(db)} as station where id = any(array(
          select station_id from chosen union select return_station_id from chosen))
      ) found) as stations,
      (select coalesce(json_agg(found), '[]') from (
        select id, kind, brand, last4, label from ${methodNames(db)} as method where id = any(array(
          select payment_method_id from chosen union select payment_method_id from paid))
      ) found) as methods,
      (select coalesce(json_agg(found), '[]') from (
        select payment_id, step, amount, at, failed_at from ${paymentSteps(db)} as taken
        where payment_id = any(array(select id from paid)) order by taken.id
      ) found) as steps,
      (select coalesce(json_agg(found), '[]') from (
        select rental_id, reason, state, opened_at, answered_at, refunded from disputes
        where rental_id = any(array(select id from chosen))
      ) found) as disputes,
      (select coalesce(json_agg(found order by created_at desc), '[]') from (
        select * from ${claimsForOrders(db)} as claim
        where rental_id = any(array(select id from chosen))
      ) found) as claims,
      (select coalesce(json_agg(found), '[]') from (
        select rental_id, state from ${swapStates(db)} as swap
        where rental_id = any(array(select id from chosen where is_free))
      ) found) as swaps,
      (select coalesce(json_agg(found), '[]') from (
        select id, rental_id from ${couponRentals(db)} as coupon
        where id = any(array(select rider_coupon_id from chosen))
      ) found) as coupons,
      (select coalesce(json_agg(found order by issued_at, kind desc, sequence), '[]') from (
        select * from ${invoicesForOrders(db)} as invoice
        where rental_id = any(array(select id from chosen))
      ) found) as invoices`.execute(db);
  const [parts] = rows;
  if (!parts) throw new Error('a select of values gave no row');
  return parts;
}
