import { z } from 'zod';
import { isPlainText } from '../rules/format/plainText.ts';
import { StationId } from '../stations.ts';
import { Reason } from './team.ts';

/*
 * The stock of chargers, under `/api/ops/chargers` and `/api/ops/field-sessions`. Every change needs an
 * `Idempotency-Key` and a reason, and leaves an entry in the record of operators.
 */

const label = (most: number) =>
  z.string().trim().min(1).max(most).refine(isPlainText, 'expected plain text');

export const ChargerSerial = label(40);
const ChargerBatch = label(60);

/** The highest number of serial numbers in a range that one call registers or recalls. */
export const mostSerials = 10_000;

const SerialList = z.array(ChargerSerial).min(1).max(1000);
/** All serial numbers from `from` to `to`. They differ only in the number at their end, such as PB-0100 and PB-0299. */
const SerialRange = { from: ChargerSerial, to: ChargerSerial };

const registration = {
  batch: ChargerBatch.nullable().default(null),
  model: label(60).nullable().default(null),
  why: Reason,
};
export const RegisterChargers = z.union([
  z.strictObject({ serials: SerialList, ...registration }),
  z.strictObject({ ...SerialRange, ...registration }),
]);
export type RegisterChargers = z.output<typeof RegisterChargers>;

/** The chargers of a recall. */
export const RecallChargers = z.union([
  z.strictObject({ serials: SerialList, why: Reason }),
  z.strictObject({ ...SerialRange, why: Reason }),
  z.strictObject({ batch: ChargerBatch, why: Reason }),
]);
export type RecallChargers = z.output<typeof RecallChargers>;

/**
 * The serial numbers of a range. Null if `from` or `to` does not end with a number, if the texts before the numbers or
 * the lengths differ, if `to` is before `from`, or if the range has more than `mostSerials` numbers.
 */
export function serialsOfRange({ from, to }: { from: string; to: string }): string[] | null {
  const [first, last] = [from, to].map((serial) => /^(.*?)(\d{1,15})$/u.exec(serial));
  if (!first || !last || first[1] !== last[1] || from.length !== to.length) return null;
  const [prefix = '', digits = ''] = first.slice(1);
  const start = Number(digits);
  const count = Number(last[2]) - start + 1;
  if (count < 1 || count > mostSerials) return null;
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${String(start + index).padStart(digits.length, '0')}`,
  );
}

/** Where a charger is, or why riders cannot rent it. */
export const ChargerStatus = z.enum([
  /** In the stock, but in no cabinet. */
  'registered',
  'inStock',
  'rented',
  /**
   * Held back, because a rider or cabinet reported it as faulty, because it is not registered, or because an operator
   * decided so.
   */
  'heldBack',
  'recalled',
  'missing',
  'lost',
  'retired',
]);
export type ChargerStatus = z.infer<typeof ChargerStatus>;

export const ChargerShown = z.object({
  serial: z.string(),
  status: ChargerStatus,
  batch: z.string().nullable(),
  model: z.string().nullable(),
  /** The slot that contains the charger; null if no slot does. */
  place: z.object({ station: z.string(), slot: z.int(), level: z.int().nullable() }).nullable(),
  changedAt: z.iso.datetime(),
  registeredAt: z.iso.datetime().nullable(),
  heldBackAt: z.iso.datetime().nullable(),
  recalledAt: z.iso.datetime().nullable(),
  retiredAt: z.iso.datetime().nullable(),
});
export type ChargerShown = z.infer<typeof ChargerShown>;

/** `GET /api/ops/chargers`: in the order of the serial numbers. */
export const ChargerQuery = z.object({
  status: ChargerStatus.optional(),
  batch: ChargerBatch.optional(),
  station: StationId.optional(),
  /** The last serial number of the previous page. */
  after: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ChargerQuery = z.output<typeof ChargerQuery>;
export const ChargerList = z.object({
  chargers: z.array(ChargerShown),
  /** The value of `after` for the next page; null on the last page. */
  after: z.string().nullable(),
});
export type ChargerList = z.infer<typeof ChargerList>;

export const ChargersRegistered = z.object({
  registered: z.int(),
  /**
   * The number of chargers that cabinets had reported before. They were held back as unregistered, and are now
   * released.
   */
  released: z.int(),
  repeated: z.boolean(),
});
export type ChargersRegistered = z.infer<typeof ChargersRegistered>;

export const ChargersRecalled = z.object({
  recalled: z.int(),
  /**
   * The number of recalled chargers that riders have. The server notifies these riders, and holds the chargers back
   * when they are returned.
   */
  rented: z.int(),
  repeated: z.boolean(),
});
export type ChargersRecalled = z.infer<typeof ChargersRecalled>;

export const ChargerChanged = z.object({ charger: ChargerShown, repeated: z.boolean() });
export type ChargerChanged = z.infer<typeof ChargerChanged>;

/** Opens a field session: a visit in which the caller puts chargers into a cabinet or takes them out. */
export const OpenFieldSession = z.strictObject({ station: StationId, why: Reason });

const SessionCharger = z.object({
  serial: z.string(),
  slot: z.int(),
  at: z.iso.datetime(),
});
export const FieldSession = z.object({
  id: z.uuid(),
  station: z.string(),
  openedBy: z.string(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  /** The chargers that the cabinet took during the session. */
  chargersIn: z.array(SessionCharger),
  /** The chargers that an operator's command ejected during the session. */
  chargersOut: z.array(SessionCharger),
});
export type FieldSession = z.infer<typeof FieldSession>;
/** `GET /api/ops/field-sessions`: the newest first. */
export const FieldSessionQuery = z.object({
  station: StationId.optional(),
  state: z.enum(['open', 'closed']).optional(),
  /** The id of the last session of the previous page. */
  after: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type FieldSessionQuery = z.output<typeof FieldSessionQuery>;

const FieldSessionSummary = FieldSession.omit({ chargersIn: true, chargersOut: true }).extend({
  /** The number of chargers that the cabinet took. `chargersOut` is the number of chargers that came out. */
  chargersIn: z.int(),
  chargersOut: z.int(),
});
export type FieldSessionSummary = z.infer<typeof FieldSessionSummary>;
export const FieldSessionList = z.object({
  sessions: z.array(FieldSessionSummary),
  /** Null on the last page. */
  after: z.string().nullable(),
});
export type FieldSessionList = z.infer<typeof FieldSessionList>;

export const FieldSessionChanged = z.object({ session: FieldSession, repeated: z.boolean() });
export type FieldSessionChanged = z.infer<typeof FieldSessionChanged>;
