import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { countsAfter } from '../stations/stationQueries.ts';
import { hourOfWeek, hourMs } from './hourOfWeek.ts';

const batch = 1000;
/** The weight of a new sample is at least an eighth, so that the average follows changes of use within two months. */
const mostWeeks = 8;

/**
 * Adds the current counts of all live online stations to their averages of this hour of the week. A second call in the
 * same hour changes nothing, so several processes may call this function.
 */
export async function sampleCounts(db: Db, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const hours = new Map<string, number>();
  const hourIn = (timeZone: string) => {
    const hour = hours.get(timeZone) ?? hourOfWeek(now, timeZone);
    hours.set(timeZone, hour);
    return hour;
  };
  for (let after = ''; ;) {
    const stations = await countsAfter(db, after, batch).execute();
    const last = stations.at(-1);
    if (!last) return;
    after = last.id;
    const online = stations.filter((station) => station.online);
    if (online.length > 0) {
      await sql`
        insert into usual_counts as usual (station_id, hour, samples, chargers, free_slots, sampled_at)
        select id, hour, 1, chargers, free_slots, ${at}
        from unnest(
          ${online.map(({ id }) => id)}::text[],
          ${online.map((station) => hourIn(station.time_zone))}::smallint[],
          ${online.map(({ chargers }) => chargers)}::int[],
          ${online.map(({ free_slots }) => free_slots)}::int[]
        ) as sample (id, hour, chargers, free_slots)
        on conflict (station_id, hour) do update set
          samples = usual.samples + 1,
          chargers = usual.chargers
            + (excluded.chargers - usual.chargers) / least(usual.samples + 1, ${mostWeeks}::int),
          free_slots = usual.free_slots
            + (excluded.free_slots - usual.free_slots) / least(usual.samples + 1, ${mostWeeks}::int),
          sampled_at = excluded.sampled_at
        where usual.sampled_at < excluded.sampled_at`.execute(db);
    }
  }
}

/** The time after which an average without a new sample is outdated. */
const usualKeptMs = 8 * 7 * 24 * 60 * 60_000;

/**
 * Deletes the averages without a new sample in the last `usualKeptMs`, such as those of a station
 * that is no longer used.
 */
export async function dropOldUsualCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('usual_counts').where('sampled_at', '<', addMs(now, -usualKeptMs)).execute();
}
