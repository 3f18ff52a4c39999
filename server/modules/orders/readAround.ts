import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Trx } from '../../db/database.ts';
import { isAny } from '../../db/isAny.ts';
import type { RentalRow } from '../rental/rentals.ts';

/**
 * All that orders are made of besides their rentals, in one query however many they are: a list would
 * wait for the database half a dozen times otherwise. Times come as JSON has them.
 */
export function readAround(db: Db | Trx, rentals: readonly RentalRow[]) {
  const ids = rentals.map(({ id }) => id);
  const methodIds = rentals.map(({ payment_method_id }) => payment_method_id);
  const couponIds = rentals.flatMap(({ rider_coupon_id }) => rider_coupon_id ?? []);
  const stationIds = rentals.flatMap(({ station_id, return_station_id }) =>
    return_station_id ? [station_id, return_station_id] : [station_id],
  );
  return db
    .selectNoFrom((of) => {
      const mine = of.selectFrom('payments').where(isAny('rental_id', ids));
      return [
        jsonArrayFrom(
          of
            .selectFrom('stations')
            .select(['id', 'name', 'address'])
            .where('id', 'in', [...new Set(stationIds)]),
        ).as('stations'),
        jsonArrayFrom(
          mine
            .select(['id', 'rental_id', 'payment_method_id', 'source', 'from_bonus', 'purpose'])
            .select(['attempt', 'state', 'currency', 'amount', 'captured', 'refunded'])
            .select(['action_url', 'changed_at']),
        ).as('payments'),
        jsonArrayFrom(
          of
            .selectFrom('payment_methods')
            .select(['id', 'kind', 'brand', 'last4', 'label'])
            .where((or) =>
              or.or([isAny('id', methodIds), or('id', 'in', mine.select('payment_method_id'))]),
            ),
        ).as('methods'),
        jsonArrayFrom(
          of
            .selectFrom('payment_steps')
            .select(['payment_id', 'step', 'amount', 'at'])
            .where('payment_id', 'in', mine.select('id'))
            .orderBy('payment_steps.id'),
        ).as('steps'),
        jsonArrayFrom(of.selectFrom('disputes').selectAll().where(isAny('rental_id', ids))).as(
          'disputes',
        ),
        jsonArrayFrom(
          of.selectFrom('rider_coupons').select(['id', 'rental_id']).where(isAny('id', couponIds)),
        ).as('coupons'),
      ];
    })
    .executeTakeFirstOrThrow();
}

export type Around = Awaited<ReturnType<typeof readAround>>;
