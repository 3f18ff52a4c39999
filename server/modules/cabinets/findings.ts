import { sql } from 'kysely';
import type { TicketKind } from '../../../contract/operators/tickets.ts';
import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../unitOfWork.ts';
import { stationConditions } from '../stations/stationQueries.ts';

/** What somebody must look at, at a station or in one of its slots. */
export interface Finding {
  kind: TicketKind;
  stationId: string;
  slot: number | null;
  charger: string | null;
}

export interface FindingLimits {
  /** How long a cabinet is without contact before somebody must look. */
  readonly darkMinutes: number;
  /** How long a station is empty or full. */
  readonly stockMinutes: number;
  /** The temperature in degrees Celsius. */
  readonly hotDegrees: number;
}

const minuteMs = 60_000;
const wrongClockMs = 5 * minuteMs;
const bootsOfLoop = 4;

/** Everything at the stations that riders can see that needs a person now. A station is reported once for each kind. */
export async function findConditions(
  db: Db | Trx,
  now: Date,
  { darkMinutes, stockMinutes, hotDegrees }: FindingLimits,
): Promise<Finding[]> {
  const dark = addMs(now, -darkMinutes * minuteMs);
  const idle = addMs(now, -stockMinutes * minuteMs);
  const hourAgo = addMs(now, -60 * minuteMs);
  const { rows } = await sql<{ station: string; kind: TicketKind }>`
    with condition as (
      select station.id, station.online, station.state, station.slots, station.chargers, station.free_slots,
        station.changed_at, station.last_seen_at, station.clock_offset_ms,
        health.temperature, health.on_mains,
        (select count(*) from unnest(health.boots) as boot (at) where boot.at > ${hourAgo}::timestamptz) as boots
      from ${stationConditions(db)} as station
      left join cabinet_health as health on health.station_id = station.id
      where station.state <> 'retired' and station.last_seen_at is not null)
    select condition.id as station, rule.kind from condition, lateral (values
      ('dark', not online and last_seen_at <= ${dark}::timestamptz),
      ('powerLoss', online and on_mains is false),
      ('hot', online and temperature >= ${hotDegrees}),
      ('empty', online and state = 'live' and slots > 0 and chargers = 0 and changed_at <= ${idle}::timestamptz),
      ('full', online and slots > 0 and free_slots = 0 and changed_at <= ${idle}::timestamptz),
      ('clockWrong', online and abs(clock_offset_ms) > ${wrongClockMs}),
      ('restartLoop', boots >= ${bootsOfLoop})
    ) as rule (kind, applies)
    where rule.applies`.execute(db);
  const ofStations = rows.map(({ station, kind }) => ({
    kind,
    stationId: station,
    slot: null,
    charger: null,
  }));
  return [...ofStations, ...(await findSlots(db))];
}

/** The slots with a fault, and the held-back chargers in slots. Slots that an operator locked are no faults. */
async function findSlots(db: Db | Trx): Promise<Finding[]> {
  const { rows } = await sql<{
    station: string;
    slot: number;
    charger: string | null;
    kind: TicketKind;
  }>`
    select slots.station_id as station, slots.slot, slots.charger, rule.kind
    from slots
    join ${stationConditions(db)} as station on station.id = slots.station_id
    left join chargers on chargers.serial = slots.charger,
    lateral (values
      ('hot', slots.status = 'overheated'),
      ('jammed', slots.status in ('jammed', 'lockFault')),
      ('slotFault', slots.status in ('chargeFault', 'unreadable')),
      ('chargerHeldBack', slots.state <> 'ejecting'
        and (chargers.state = 'quarantined' or chargers.held_back_at is not null))
    ) as rule (kind, applies)
    where rule.applies and station.state <> 'retired'
      and (slots.status not in ('ok', 'disabled') or chargers.state = 'quarantined'
        or chargers.held_back_at is not null)`.execute(db);
  return rows.map(({ station, ...row }) => ({ ...row, stationId: station }));
}
