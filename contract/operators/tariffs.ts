import { z } from 'zod';
import { Tariff } from '../stations.ts';
import { ApprovalShown } from './approvals.ts';
import { Reason } from './team.ts';
import { ChosenId } from './venues.ts';

/*
 * The tariffs and their assignments to stations, under `/api/ops`. The terms of a tariff never change, because riders
 * agree to a tariff by its id. For new prices, an administrator creates and assigns another tariff.
 */

const TariffId = z.string().regex(/^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/);

const yearMinutes = 366 * 24 * 60;
const Amount = z.int().nonnegative().max(100_000_000);
const Minutes = z.int().positive().max(yearMinutes);

/** The terms as an operator writes them. The server adds the minimum charge of the payment provider. */
export const TariffTerms = z.strictObject({
  ...Tariff.omit({ id: true, minimumCharge: true }).shape,
  unlockFee: Amount,
  graceMinutes: z.int().nonnegative().max(yearMinutes),
  rate: Amount.positive(),
  rateMinutes: Minutes,
  freeMinutes: z.int().nonnegative().max(yearMinutes).optional(),
  cap: Amount.positive(),
  capMinutes: Minutes,
  deposit: Amount,
  depositCaptureMinutes: Minutes,
  lostMinutes: Minutes,
  overdueFee: Amount,
  lostTotal: Amount,
});
export type TariffTerms = z.infer<typeof TariffTerms>;

export const CreateTariff = z.strictObject({ id: TariffId, terms: TariffTerms, why: Reason });

export const TariffShown = z.object({
  tariff: Tariff,
  /** The number of stations at which the tariff is in force, without retired stations. */
  stations: z.int(),
});
export type TariffShown = z.infer<typeof TariffShown>;
export const TariffList = z.object({ tariffs: z.array(TariffShown) });
export type TariffList = z.infer<typeof TariffList>;
export const TariffCreated = TariffShown.extend({ repeated: z.boolean() });
export type TariffCreated = z.infer<typeof TariffCreated>;

/** The texts about the tariff: the lines that the app shows at a station, and the sentences in the public feed. */
const TariffWords = z.object({
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  sentences: z.string(),
});
export type TariffWords = z.infer<typeof TariffWords>;
export const TariffRead = TariffShown.extend({
  words: z.object({ en: TariffWords, es: TariffWords, 'zh-CN': TariffWords }),
});
export type TariffRead = z.infer<typeof TariffRead>;

/** All stations, including those of later imports, or only the stations with these ids. */
export const AssignedStations = z.union([
  z.literal('all'),
  z.array(z.string().max(20)).min(1).max(1000),
]);
export type AssignedStations = z.infer<typeof AssignedStations>;

const startOfHours = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const endOfHours = /^(?:24:00|00:0[1-9]|00:[1-5]\d|(?:0[1-9]|1\d|2[0-3]):[0-5]\d)$/;

/**
 * Hours of the week in the local time of each station; day 1 is Monday. If `to` is before `from`, the hours end on the
 * next day. At the end of summer time an hour occurs twice, and the tariff applies to both.
 */
export const TariffHours = z
  .strictObject({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    from: z.string().regex(startOfHours, 'expected a time such as 17:30'),
    to: z.string().regex(endOfHours, 'expected a time such as 17:30, or 24:00'),
  })
  .refine(({ from, to }) => from !== to, 'expected hours that end after they begin');
export type TariffHours = z.output<typeof TariffHours>;

/**
 * The venues of an assignment. The assignment applies to all stations in these venues, including
 * stations that join a venue later.
 */
export const AssignedVenues = z.array(ChosenId).min(1).max(200);

/** Assigns a tariff. The call has either `stations` or `venues`. Without `hours`, the tariff applies at all hours. */
export const AssignTariff = z
  .strictObject({
    stations: AssignedStations.optional(),
    venues: AssignedVenues.optional(),
    hours: TariffHours.optional(),
    /** Absent means at once. */
    startsAt: z.iso.datetime({ offset: true }).optional(),
    why: Reason,
  })
  .refine(
    ({ stations, venues }) => (stations === undefined) !== (venues === undefined),
    'expected either stations or venues',
  );
export type AssignTariff = z.output<typeof AssignTariff>;

/** Ends an assignment. The stations then get the tariff that applies without this assignment. */
export const EndAssignment = z.strictObject({
  /** Absent means at once. */
  endsAt: z.iso.datetime({ offset: true }).optional(),
  why: Reason,
});

export const AssignmentShown = z.object({
  id: z.uuid(),
  tariff: z.string(),
  /** Empty if the assignment is for venues. */
  stations: z.union([z.literal('all'), z.array(z.string())]),
  venues: z.array(z.string()),
  /** Null means all hours. */
  hours: z.object({ days: z.array(z.int()), from: z.string(), to: z.string() }).nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
  state: z.enum(['scheduled', 'inForce', 'ended']),
  assignedBy: z.string(),
});
export type AssignmentShown = z.infer<typeof AssignmentShown>;
export const AssignmentList = z.object({ assignments: z.array(AssignmentShown) });
export type AssignmentList = z.infer<typeof AssignmentList>;

/**
 * The changed assignment. If a second operator must approve the change, `assignment` is null and
 * `approval` is the requested approval.
 */
export const AssignmentChanged = z.object({
  assignment: AssignmentShown.nullable(),
  approval: ApprovalShown.nullable(),
  repeated: z.boolean(),
});
export type AssignmentChanged = z.infer<typeof AssignmentChanged>;
