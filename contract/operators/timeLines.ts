import { z } from 'zod';
import { ChargerShown } from './chargers.ts';
import { TimeLineEntry } from './desk.ts';
import { OpsStationRead } from './stations.ts';

/* The time lines of a charger and of a station. They contain no personal data: they name orders, but not riders. */

/** Selects a page of a time line. Without a cursor, it is the page with the newest entries. */
export const TimeLineQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type TimeLineQuery = z.output<typeof TimeLineQuery>;

/**
 * A page of a time line, the newest entry first. `nextCursor` is the cursor of the page with older entries; null on the
 * last page.
 */
const page = { timeLine: z.array(TimeLineEntry), nextCursor: z.string().nullable() };
export const TimeLinePage = z.object(page);
export type TimeLinePage = z.infer<typeof TimeLinePage>;

/** `GET /api/ops/chargers/{serial}`. */
export const OpsChargerShown = ChargerShown.extend({
  /**
   * The health of the battery in per cent, and the number of its charging cycles; null if no cabinet has reported them.
   */
  health: z.int().nullable(),
  cycles: z.int().nullable(),
  /**
   * The number of the order for which a rider has the charger now; null if no rider has the
   * charger.
   */
  order: z.string().nullable(),
  ...page,
});
export type OpsChargerShown = z.infer<typeof OpsChargerShown>;

const ShownSlot = z.object({
  slot: z.int(),
  state: z.string(),
  charger: z.string().nullable(),
  level: z.int().nullable(),
});

/** `GET /api/ops/stations/{id}`. */
export const OpsStationShown = OpsStationRead.extend({
  /** What the cabinet reports about its own state; null if it has never connected. */
  cabinet: z
    .object({
      firmware: z.string().nullable(),
      model: z.string().nullable(),
      /** In dBm. */
      signal: z.int().nullable(),
      /** In degrees Celsius. */
      temperature: z.number().nullable(),
      onMains: z.boolean().nullable(),
      /** The most recent boots. The oldest of them comes first. */
      boots: z.array(z.iso.datetime()),
    })
    .nullable(),
  slotList: z.array(ShownSlot),
  ...page,
});
export type OpsStationShown = z.infer<typeof OpsStationShown>;
