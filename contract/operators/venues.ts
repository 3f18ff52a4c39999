import { z } from 'zod';
import { Language } from '../config.ts';
import { isPlainText } from '../rules/format/plainText.ts';
import { OnlyReason, Reason } from './team.ts';

/*
 * Regions and venues, under `/api/ops`. A venue has an owner, and is in one region. A station is in at most one venue.
 * Every change needs an `Idempotency-Key` and a reason, and leaves an entry in the record of operators.
 *
 * A change of the data of a region or venue contains the `version` that the operator has read. If somebody has changed
 * the region or venue since then, the server answers with the problem `stale`, the present version and the changed
 * values.
 */

/** The id of a region or a venue, which the operator chooses and which never changes, such as `north-side`. */
export const ChosenId = z.string().regex(/^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/);

const Name = z.string().trim().min(1).max(100).refine(isPlainText, 'expected plain text');
const Version = z.int().positive();

export const RegionShown = z.object({ id: z.string(), name: z.string(), version: z.int() });
export type RegionShown = z.infer<typeof RegionShown>;
/** In the order of the ids. */
export const RegionList = z.object({ regions: z.array(RegionShown) });
export type RegionList = z.infer<typeof RegionList>;

export const CreateRegion = z.strictObject({ id: ChosenId, name: Name, why: Reason });
export const ChangeRegion = z.strictObject({ version: Version, name: Name, why: Reason });
export const RegionChanged = z.object({ region: RegionShown, repeated: z.boolean() });
export type RegionChanged = z.infer<typeof RegionChanged>;

/**
 * A call that pauses a venue also pauses its live stations, but not stations that join the venue
 * later. An ended venue never has stations again.
 */
export const VenueState = z.enum(['active', 'paused', 'ended']);
export type VenueState = z.infer<typeof VenueState>;

const venueFields = {
  name: Name,
  ownerName: Name,
  /**
   * The e-mail address for the owner's statements; null if the owner gets no statements by e-mail.
   */
  statementEmail: z.email().max(200).nullable(),
  /** The language of the statements. */
  language: Language,
  /** The id of the region. */
  region: ChosenId,
};

export const VenueShown = z.object({
  id: z.string(),
  name: z.string(),
  ownerName: z.string(),
  statementEmail: z.string().nullable(),
  language: Language,
  region: z.string(),
  state: VenueState,
  /** The number of stations that are in the venue now. */
  stations: z.int(),
  version: z.int(),
});
export type VenueShown = z.infer<typeof VenueShown>;

export const VenueQuery = z.object({
  region: ChosenId.optional(),
  state: VenueState.optional(),
  /** The list begins after this id. */
  after: z.string().max(40).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type VenueQuery = z.output<typeof VenueQuery>;
/** In the order of the ids. `nextAfter` is null on the last page. */
export const VenueList = z.object({
  venues: z.array(VenueShown),
  nextAfter: z.string().nullable(),
});
export type VenueList = z.infer<typeof VenueList>;

export const CreateVenue = z.strictObject({
  id: ChosenId,
  ...venueFields,
  statementEmail: venueFields.statementEmail.default(null),
  language: venueFields.language.default('en'),
  why: Reason,
});
export type CreateVenue = z.output<typeof CreateVenue>;

/** Changes the data of a venue. Absent fields do not change. */
export const ChangeVenue = z
  .strictObject({ version: Version, ...z.object(venueFields).partial().shape, why: Reason })
  .refine(
    ({ version: _version, why: _why, ...fields }) => Object.keys(fields).length > 0,
    'expected a field to change',
  );
export type ChangeVenue = z.output<typeof ChangeVenue>;

export const VenueChanged = z.object({ venue: VenueShown, repeated: z.boolean() });
export type VenueChanged = z.infer<typeof VenueChanged>;

const StationIds = z.array(z.string().max(20)).min(1).max(1000);

/** Moves stations into the venue, even if they are in another venue. */
export const AssignStations = OnlyReason.extend({ stations: StationIds });
/** Takes stations out of the venue, so that they are in no venue. Stations that are not in the venue do not change. */
export const RemoveStations = AssignStations;
