import { z } from 'zod';
import { Language } from './config.ts';

export const StationId = z.string().regex(/^[2-9A-HJKMNP-TV-Z]{7}$/);

/**
 * The opening hours per weekday, Monday first, in the station's time zone. `09:00-17:00` is a start and
 * an end. The hours extend past midnight if the end is earlier (`18:00-02:00`). `00:00-24:00` is the
 * whole day, and null means closed.
 */
export const OpeningHours = z
  .array(
    z
      .string()
      .regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/)
      .nullable(),
  )
  .length(7);
export type OpeningHours = z.infer<typeof OpeningHours>;

/**
 * A station as lists and maps show it. The counts may be outdated; the server checks them again before
 * a rental.
 */
export const StationSummary = z.object({
  id: StationId,
  name: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  /** The number of chargers that can be rented now. */
  chargers: z.int(),
  /** The number of slots into which a charger can be returned now. */
  freeSlots: z.int(),
  slots: z.int(),
  online: z.boolean(),
  hours: OpeningHours,
  /** The IANA time zone of `hours`. */
  timeZone: z.string(),
  /** Where the cabinet is in the building, as the operator words it. */
  floor: z.string().nullable(),
  hint: z.string().nullable(),
  /** True while the station is paused: it lends no chargers, but still takes returns. */
  paused: z.boolean().optional(),
});
export type StationSummary = z.infer<typeof StationSummary>;

export const StationCluster = z.object({
  lat: z.number(),
  lng: z.number(),
  stations: z.int(),
  chargers: z.int(),
  freeSlots: z.int(),
});
export type StationCluster = z.infer<typeof StationCluster>;

/**
 * `GET /api/stations/tiles/{z}/{x}/{y}`: a tile, which is the same for all callers. If at most 200
 * stations are in the tile, `stations` contains them and `clusters` is empty. Otherwise `clusters`
 * contains clusters with counts, and `stations` is empty.
 */
export const StationTile = z.object({
  z: z.int(),
  x: z.int(),
  y: z.int(),
  /** The time at which the counts were correct. */
  at: z.iso.datetime(),
  stations: z.array(StationSummary),
  clusters: z.array(StationCluster),
});
export type StationTile = z.infer<typeof StationTile>;

export const TileParams = z.object({
  z: z.coerce.number().int().min(0).max(20),
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
});

/** The prices at this station. `contract/rules/pricing/pricing.ts` computes bills from them. */
export const Tariff = z.object({
  id: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  unlockFee: z.int().nonnegative(),
  graceMinutes: z.int().nonnegative(),
  rate: z.int().positive(),
  rateMinutes: z.int().positive(),
  /** For this many minutes, usage costs nothing. If the field is absent, no time is free. */
  freeMinutes: z.int().nonnegative().optional(),
  cap: z.int().positive(),
  capMinutes: z.int().positive(),
  deposit: z.int().nonnegative(),
  depositCaptureMinutes: z.int().positive(),
  lostMinutes: z.int().positive(),
  overdueFee: z.int().nonnegative(),
  lostTotal: z.int().nonnegative(),
  /**
   * If a lost charger is returned within this many days after the loss, the server refunds the fee
   * for the loss. If the field is absent, the number of days is 30.
   */
  foundDays: z.int().nonnegative().max(3650).optional(),
  minimumLevel: z.int().min(0).max(100),
  /** The smallest charge that the payment provider accepts. Absent means no minimum. */
  minimumCharge: z.int().nonnegative().optional(),
});

/** `GET /api/stations/{id}`: the full details of one station. */
export const Station = StationSummary.extend({
  at: z.iso.datetime(),
  /** The address of a photo that shows where the cabinet is; null if there is no photo. */
  photo: z.string().nullable(),
  /** A tiny picture as a data URL, to show until the photo has loaded. */
  photoBlur: z.string().optional(),
  tariff: Tariff,
});
export type Station = z.infer<typeof Station>;

/**
 * `GET /api/stations/{id}/card?lang=`: a PNG picture of the station, 1200 × 630 pixels, for link
 * previews and for sharing. It shows the name, the address and the price. If `lang` is absent, the
 * picture is in English.
 */
export const StationCardQuery = z.object({ lang: Language.default('en') });

/**
 * `GET /api/stations/search?q=&lat=&lng=`: finds stations by name, address or id. Returns at most 20 stations. The open
 * stations come first, then the others. Within both groups, the station nearest to the position `lat`, `lng` comes
 * first. Without `lat` or `lng`, the server uses the centre of the map from its settings.
 */
export const StationSearchQuery = z.object({
  q: z.string().trim().min(1).max(100),
  lat: z.coerce.number().min(-90).max(90).optional(),
  lng: z.coerce.number().min(-180).max(180).optional(),
});
export const StationSearchResult = z.object({ stations: z.array(StationSummary) });
export type StationSearchResult = z.infer<typeof StationSearchResult>;

/**
 * `GET /api/stations/tiles/{z}/{x}/{y}/events`: server-sent events with the name `station`. Each event contains one
 * changed station of the tile.
 */
export const StationEvent = StationSummary;
export type StationEvent = StationSummary;

/** The usual counts of a station at the start of an hour. */
export const UsualHour = z.object({
  /** The start of the hour. */
  at: z.iso.datetime(),
  chargers: z.int().nonnegative(),
  freeSlots: z.int().nonnegative(),
});
export type UsualHour = z.infer<typeof UsualHour>;

/**
 * `GET /api/stations/{id}/usual`: the usual counts of the next hours. The list omits an hour if the server has too few
 * samples of this hour of the week.
 */
export const UsualCounts = z.object({ hours: z.array(UsualHour) });
export type UsualCounts = z.infer<typeof UsualCounts>;
