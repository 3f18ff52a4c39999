import { sql, type RawBuilder } from 'kysely';
import { demoTariff } from '../../../sandbox/demo/tariff.ts';
import type { Db } from '../../../server/db/database.ts';
import { saveStations } from '../../../server/modules/stations/saveStations.ts';
import { StationFleet } from '../stationFleet.ts';

/** The number of rows of each kind. */
export interface NetworkSize {
  stations: number;
  chargers: number;
  riders: number;
  orders: number;
  cases: number;
  acts: number;
  tickets: number;
}

/** The number of slots of each station, and the number of slots with a charger. */
const slots = 8;
const docked = 5;

/**
 * These functions return the same numbers and names as the SQL below, so that the benchmark can search for the row with
 * a given index.
 */
export const names = {
  charger: (index: number) => `PB-${String(index).padStart(7, '0')}`,
  rider: (index: number) => String(10_000_000 + index),
  phone: (index: number) => `+1212${String(2_000_000 + index)}`,
  order: (index: number) => `R-${String(index).padStart(8, '0')}`,
  case: (index: number) => `C-${String(index).padStart(8, '0')}`,
  last4: (index: number) => String(index % 10_000).padStart(4, '0'),
  operator: (index: number) => `operator-${index % 40}`,
};

/**
 * Fills an empty database with a network and the data of two years: one order in twenty has failed, one in a thousand
 * is unpaid, and one case in twenty is open.
 *
 * @returns the ids of the stations.
 */
export async function fillNetwork(db: Db, size: NetworkSize): Promise<string[]> {
  const now = new Date();
  await db
    .insertInto('tariffs')
    .values({ id: demoTariff.id, terms: JSON.stringify(demoTariff) })
    .execute();
  const records = [...new StationFleet().records(size.stations, demoTariff.id)];
  for (let first = 0; first < records.length; first += 1000) {
    await db
      .transaction()
      .execute((trx) => saveStations(trx, records.slice(first, first + 1000), now));
  }
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`update stations set state = 'paused' where id in (
    select id from stations order by md5(id) limit ${size.stations / 100}::int)`);
  await run(sql`create temporary table place as
    select id, row_number() over (order by md5(id)) - 1 as index from stations`);
  await run(sql`create temporary table rider as
    select gen_random_uuid() as id, gen_random_uuid() as method, index
    from generate_series(0, ${size.riders - 1}::int) as index`);
  await run(sql`create index on rider (index)`);
  await run(sql`insert into users (id, number, phone, language, created_at)
    select id, (10000000 + index)::text, '+1212' || (2000000 + index), 'en', now() - interval '2 years' from rider`);
  await run(sql`insert into payment_methods
      (id, user_id, kind, provider, provider_card, fingerprint, brand, last4, name_on_card, country, postal_code,
        is_default, created_at)
    select method, id, 'card', 'sandbox', method, method, 'visa', lpad((index % 10000)::text, 4, '0'), '', 'US', '60601',
      true, now() - interval '2 years' from rider`);
  await run(sql`insert into chargers (serial, state, changed_at, registered_at, batch, model, recalled_at, held_back_at)
    select 'PB-' || lpad(index::text, 7, '0'),
      case when index < ${size.stations * docked} then 'docked' when index % 500 = 0 then 'lost' else 'registered' end,
      now(), now() - interval '2 years', 'B-' || index / 1000, 'M5',
      case when index % 1000 = 1 then now() end,
      case when index % 1000 in (1, 2) then now() end
    from generate_series(0, ${size.chargers - 1}::int) as index`);
  await run(sql`insert into slots (station_id, slot, state, status, charger, level, changed_at)
    select place.id, slot, case when slot <= ${docked} then 'occupied' else 'empty' end, 'ok',
      case when slot <= ${docked} then 'PB-' || lpad((place.index * ${docked} + slot - 1)::text, 7, '0') end,
      case when slot <= ${docked} then 80 end, now()
    from place, generate_series(1, ${slots}) as slot`);
  await run(sql`create temporary table past as
    select gen_random_uuid() as id, gen_random_uuid() as payment, order_index as index, rider.id as rider, rider.method,
      start.id as station, finish.id as return_station,
      now() - order_index * (interval '2 years' / ${size.orders}::int) as at,
      case when order_index % 20 = 7 then 'failed' when order_index % 1000 = 3 then 'unpaid' else 'complete' end as state
    from generate_series(1, ${size.orders}::int) as order_index
      join rider on rider.index = order_index::bigint * 7919 % ${size.riders}::int
      join place as start on start.index = order_index::bigint * 104729 % ${size.stations}::int
      join place as finish on finish.index = order_index::bigint * 15485863 % ${size.stations}::int`);
  await run(sql`insert into rentals
      (id, number, user_id, state, failure, station_id, slot, charger, tariff, payment_method_id, eject_command,
        created_at, started_at, returned_at, return_station_id, return_slot, same_station, total, seen_at, changed_at)
    select id, 'R-' || lpad(index::text, 8, '0'), rider, state, case when state = 'failed' then 'noChargers' end,
      station, 4, 'PB-' || lpad((index::bigint * 31 % ${size.chargers}::int)::text, 7, '0'),
      ${JSON.stringify(demoTariff)}::jsonb, method, id, at,
      case when state <> 'failed' then at end, case when state <> 'failed' then at + interval '102 minutes' end,
      case when state <> 'failed' then return_station end, case when state <> 'failed' then 6 end,
      case when state <> 'failed' then station = return_station end, case when state <> 'failed' then 300 end,
      at + interval '102 minutes', at + interval '102 minutes'
    from past`);
  await run(sql`insert into payments
      (id, user_id, rental_id, payment_method_id, purpose, state, currency, amount, captured, created_at, changed_at)
    select payment, rider, id, method, 'usage', case when state = 'unpaid' then 'declined' else 'captured' end,
      ${demoTariff.currency}, 300, case when state = 'unpaid' then 0 else 300 end, at, at
    from past where state <> 'failed'`);
  await run(sql`insert into support_cases
      (id, kind, key, rental_id, station_id, user_id, details, created_at, number, state, due_at, assignee, outcome,
        closed_at, closed_by)
    select gen_random_uuid(), (array['report', 'dispute', 'unaskedEject', 'cannotReturn'])[1 + index % 4],
      'bench:' || index, past.id, past.station, past.rider, '{}', past.at, 'C-' || lpad(case_index::text, 8, '0'),
      case when is_open then 'open' else 'closed' end, past.at + interval '1 day', 'operator-' || case_index % 40,
      case when is_open then null else '{"kind":"none"}'::jsonb end,
      case when is_open then null else past.at + interval '1 hour' end,
      case when is_open then null else 'operator-1' end
    from (select *, index / ${size.orders / size.cases}::int as case_index,
        (index / ${size.orders / size.cases}::int) % 20 = 1 as is_open
      from past where index % ${size.orders / size.cases}::int = 0) as past`);
  await run(sql`insert into operator_actions (action, subject, details, at, who, why)
    select (array['case.close', 'case.assign', 'station.pause', 'charger.holdBack'])[1 + index % 4],
      'C-' || lpad((index / 4)::text, 8, '0'), '{}', now() - index * interval '5 minutes', 'operator-' || index % 40,
      'a reason'
    from generate_series(${size.acts}::int, 1, -1) as index`);
  await run(sql`insert into tickets (kind, key, station_id, state, opened_at, closed_at, closed_by)
    select (array['dark', 'empty', 'full'])[1 + ticket % 3], 'bench:' || ticket, place.id,
      case when ticket % 20 = 1 then 'open' else 'done' end, now() - ticket * interval '30 minutes',
      case when ticket % 20 <> 1 then now() end, case when ticket % 20 <> 1 then 'server' end
    from generate_series(${size.tickets}::int, 1, -1) as ticket
      join place on place.index = ticket::bigint * 7919 % ${size.stations}::int`);
  await run(sql`drop table past, rider, place`);
  await run(sql`vacuum (analyze)`);
  return records.map(({ id }) => id);
}
