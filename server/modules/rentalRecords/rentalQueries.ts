import type { Db } from '../../db/database.ts';

/*
 * Other queries join these queries by the rental's id. PostgreSQL plans such a join like a join with the table itself.
 */

/** The number of each order, for records that refer to an order. */
export function orderNumbers(db: Db) {
  return db.selectFrom('rentals').select(['id', 'number']);
}

/** The number of each order, and the stations at which its rental began and ended. */
export function orderStations(db: Db) {
  return db.selectFrom('rentals').select(['id', 'number', 'station_id', 'return_station_id']);
}

/** The first charger of each rental whose charger was swapped, with the number of the order. */
export function swappedChargers(db: Db) {
  return db
    .selectFrom('charger_swaps as swap')
    .innerJoin('rentals', 'rentals.id', 'swap.rental_id')
    .select(['swap.charger', 'swap.station_id', 'swap.slot', 'swap.swapped_at', 'rentals.number'])
    .where('swap.state', '=', 'done');
}

/** The station at which each rental began, and when. */
export function rentalPlaces(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'number', 'station_id'])
    .select((of) => of.fn.coalesce('started_at', 'created_at').as('began_at'));
}

/** The number, the rider, the state, the time of the order and the total in minor units of each rental. */
export function rentalStates(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'number', 'user_id', 'state', 'created_at', 'total']);
}

/** The data of each rental for messages: its order, its times, its total in minor units, and its tariff. */
export function rentalSummaries(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'user_id', 'number', 'state', 'reminders', 'total', 'tariff', 'created_at'])
    .select(['station_id', 'return_station_id', 'started_at', 'moved_seconds', 'returned_at']);
}

/** The eject command of each rental, its expiry, and the slot that it opens. */
export function rentalEjects(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'state', 'station_id', 'slot', 'charger'])
    .select(['eject_command', 'eject_expires_at']);
}

/** The data of each rental that its order shows, and the columns that sort and filter lists of orders. */
export function rentalsForOrders(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'user_id', 'number', 'state', 'failure', 'station_id', 'slot', 'charger'])
    .select(['created_at'])
    .select(['started_at', 'returned_at', 'return_station_id', 'return_slot', 'tariff'])
    .select(['payment_method_id', 'lines', 'total', 'payment_failure', 'use_go_cash'])
    .select(['rider_coupon_id', 'discount', 'seen_at', 'held_until', 'found_at'])
    .select(['moved_seconds', 'pauses', 'is_free']);
}

/** The rentals in the state `charging`, with the data that determines their cost. */
export function chargingRentals(db: Db) {
  return db
    .selectFrom('rentals')
    .select(['id', 'user_id', 'station_id', 'started_at', 'tariff', 'discount'])
    .select(['pauses', 'moved_seconds', 'claimed_at', 'is_free'])
    .where('state', '=', 'charging');
}

/** All data of one rental, for operators and for the proof of a return; undefined for an unknown id. */
export function rentalForEvidence(db: Db, id: string) {
  return db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirst();
}
