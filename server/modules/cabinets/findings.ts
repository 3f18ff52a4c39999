import { sql } from 'kysely';
import type { TicketKind } from '../../../contract/operators/tickets.ts';
import type { Db, Trx } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { stationConditions } from '../stations/stationQueries.ts';

/** A condition of a station or of one of its slots that the team must check. */
export interface Finding {
  kind: TicketKind;
  stationId: string;
  slot: number | null;
  charger: string | null;
  /**
   * Whether the finding may open a ticket. The last report of an offline cabinet may be outdated. So most findings
   * about a whole station that is offline can only keep an open ticket open.
   */
  isNew: boolean;
}

export interface FindingLimits {
  /** After this time without contact with a cabinet, the team must check it. */
  readonly darkMinutes: number;
  /** After this time, an empty or full station is a finding. */
  readonly stockMinutes: number;
  /** A cabinet that is at least this hot is a finding. In degrees Celsius. */
  readonly hotDegrees: number;
}

const minuteMs = 60_000;
const wrongClockMs = 5 * minuteMs;
const bootsOfLoop = 4;

/**
 * Everything that the team must check now, at all stations that are not retired and have been online before. A station
 * has at most one finding of each kind about the whole station.
 */
export async function findConditions(
  db: Db | Trx,
  now: Date,
  { darkMinutes, stockMinutes, hotDegrees }: FindingLimits,
): Promise<Finding[]> {
  const dark = addMs(now, -darkMinutes * minuteMs);
  const idle = addMs(now, -stockMinutes * minuteMs);
  const hourAgo = addMs(now, -60 * minuteMs);
  const { rows } = await sql<{ station: string; kind: TicketKind; is_new: boolean }>`
    with condition as (
      select station.*, health.temperature, health.on_mains,
        (select count(*) from unnest(health.boots) as boot (at) where boot.at > ${hourAgo}::timestamptz) as boots
      from ${stationConditions(db)} as station
      left join cabinet_health as health on health.station_id = station.id
      where station.state <> 'retired' and station.last_seen_at is not null)
    select condition.id as station, rule.kind, rule.is_new from condition, lateral (values
      ('dark', not online and last_seen_at <= ${dark}::timestamptz, true),
      ('powerLoss', on_mains is false, online),
      ('hot', temperature >= ${hotDegrees}, online),
      ('empty', state = 'live' and slots > 0 and chargers = 0 and empty_since <= ${idle}::timestamptz, online),
      ('full', slots > 0 and free_slots = 0 and full_since <= ${idle}::timestamptz, online),
      ('clockWrong', abs(clock_offset_ms) > ${wrongClockMs}, online),
      ('restartLoop', boots >= ${bootsOfLoop}, true)
    ) as rule (kind, applies, is_new)
    where rule.applies`.execute(db);
  const ofStations = rows.map(({ station, kind, is_new: isNew }) => ({
    kind,
    stationId: station,
    slot: null,
    charger: null,
    isNew,
  }));
  return [...ofStations, ...(await findSlots(db))];
}

/**
 * The slots with a fault, and the held-back or quarantined chargers in slots. A slot that an operator locked has no
 * fault.
 */
async function findSlots(db: Db | Trx): Promise<Finding[]> {
  const { rows } = await sql<{
    station: string;
    slot: number;
    charger: string | null;
    kind: TicketKind;
  }>`
    with finding as (
      select station_id as station, slot, charger, case
          when status = 'overheated' then 'hot'
          when status in ('jammed', 'lockFault') then 'jammed'
          else 'slotFault' end as kind
      from slots where status not in ('ok', 'disabled')
      union all
      select slots.station_id, slots.slot, slots.charger, 'chargerHeldBack'
      from chargers join slots on slots.charger = chargers.serial
      where (chargers.held_back_at is not null or chargers.state = 'quarantined')
        and slots.state <> 'ejecting')
    select finding.* from finding
    join ${stationConditions(db)} as place on place.id = finding.station
    where place.state <> 'retired'`.execute(db);
  return rows.map(({ station, ...row }) => ({ ...row, stationId: station, isNew: true }));
}
