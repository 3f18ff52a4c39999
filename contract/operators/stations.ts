import { z } from 'zod';
import { OpeningHours } from '../stations.ts';
import { Reason } from './team.ts';
import { ChosenId } from './venues.ts';

/*
 * The stations, under `/api/ops/stations`.
 */

/** A paused station takes only returns. Riders no longer see a retired station; it still takes returns. */
export const StationState = z.enum(['live', 'paused', 'retired']);
export type StationState = z.infer<typeof StationState>;

export const OpsStation = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  state: StationState,
  online: z.boolean(),
  /** Null if the cabinet has never connected. */
  lastSeenAt: z.iso.datetime().nullable(),
  /** The number of chargers that are charged enough and not held back; `freeSlots` is the number of free slots. */
  chargers: z.int(),
  freeSlots: z.int(),
  slots: z.int(),
  /** The id of the tariff that is in force. */
  tariff: z.string(),
  /** The ids of the venue and its region; null if the station is in no venue. */
  venue: z.string().nullable(),
  region: z.string().nullable(),
  /** Whether the cabinet has a secret with which it may connect. */
  hasSecret: z.boolean(),
});
export type OpsStation = z.infer<typeof OpsStation>;

/** The data of a station that an operator writes with an import or a change. */
const StationData = z.object({
  name: z.string(),
  address: z.string(),
  lat: z.number(),
  lng: z.number(),
  hours: OpeningHours,
  timeZone: z.string(),
  floor: z.string().nullable(),
  hint: z.string().nullable(),
  photo: z.string().nullable(),
  layout: z.string().nullable(),
});
export type StationData = z.infer<typeof StationData>;

/** `GET /api/ops/stations/{id}`. A change of the data raises the version. */
export const OpsStationRead = OpsStation.extend({ version: z.int(), data: StationData });
export type OpsStationRead = z.infer<typeof OpsStationRead>;

export const OpsStationQuery = z.object({
  state: StationState.optional(),
  venue: ChosenId.optional(),
  region: ChosenId.optional(),
  /** The list begins after this id. */
  after: z.string().max(20).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
/** In the order of the ids. `nextAfter` is null on the last page. */
export const OpsStationList = z.object({
  stations: z.array(OpsStation),
  nextAfter: z.string().nullable(),
});
export type OpsStationList = z.infer<typeof OpsStationList>;

export const StationChanged = z.object({ station: OpsStation, repeated: z.boolean() });
export type StationChanged = z.infer<typeof StationChanged>;

export const ExportFormat = z.enum(['csv', 'gbfs']);
export type ExportFormat = z.infer<typeof ExportFormat>;
/** `GET /api/ops/stations/export`: a file that an import reads, without retired stations. */
export const ExportQuery = z.object({ format: ExportFormat.default('csv') });

const Text = z.string().max(2000);

/**
 * Changes the data of a station. Absent fields do not change. If somebody has changed the station since
 * `version`, such as an operator or an import, the server answers with the problem `stale`.
 */
export const ChangeStation = z
  .strictObject({
    version: z.int().positive(),
    name: Text.optional(),
    address: Text.optional(),
    lat: z.number().optional(),
    lng: z.number().optional(),
    hours: OpeningHours.optional(),
    timeZone: z.string().max(100).optional(),
    floor: Text.nullable().optional(),
    hint: Text.nullable().optional(),
    photo: Text.nullable().optional(),
    layout: z.string().max(40).nullable().optional(),
    why: Reason,
  })
  .refine(
    ({ version: _version, why: _why, ...fields }) => Object.keys(fields).length > 0,
    'expected a field to change',
  );
export type ChangeStation = z.output<typeof ChangeStation>;
export const StationDataChanged = z.object({ station: OpsStationRead, repeated: z.boolean() });
export type StationDataChanged = z.infer<typeof StationDataChanged>;

/**
 * A station of an imported file, as the command reads it. The server checks each value again. If a value is absent, an
 * existing station keeps its stored value, and a new station gets the default.
 */
const ImportEntry = z.strictObject({
  /** Where the station is in the file: `line` 12, or the third `station`. */
  unit: z.enum(['line', 'station']),
  at: z.int().positive(),
  called: Text.optional(),
  draft: z.strictObject({
    /** Null if the station needs a new id, or if its source identifies it. */
    id: z.string().max(40).nullable(),
    source: Text.nullable().optional(),
    name: Text,
    lat: z.number(),
    lng: z.number(),
    address: Text.optional(),
    hours: OpeningHours.optional(),
    timeZone: z.string().max(100).optional(),
    floor: Text.nullable().optional(),
    hint: Text.nullable().optional(),
    photo: Text.nullable().optional(),
    tariff: z.string().max(100).optional(),
    venue: z.string().max(100).nullable().optional(),
    slots: z.number().optional(),
    layout: z.string().max(40).nullable().optional(),
  }),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/** The highest number of stations in one call. The command sends a larger file in pages. */
export const mostImported = 300;

export const ImportStations = z.strictObject({
  entries: z.array(ImportEntry).min(1).max(mostImported),
  /** The tariff and the time zone of new stations that have none in the file. */
  tariff: z.string().max(100).nullable().default(null),
  timeZone: z.string().max(100).nullable().default(null),
  /** Checks everything and reports the changes, but makes no change: the server rolls the import back. */
  dryRun: z.boolean().default(false),
  why: Reason,
});
export type ImportStations = z.output<typeof ImportStations>;

export const StationsImported = z.object({
  inserted: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /**
   * The ids of the new stations that had no id in the file; empty for a dry run. `at` is the place of a station in the
   * file.
   */
  ids: z.array(z.object({ at: z.int(), id: z.string() })),
  repeated: z.boolean(),
});
export type StationsImported = z.infer<typeof StationsImported>;
