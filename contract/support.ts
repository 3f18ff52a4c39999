import { z } from 'zod';
import { Money } from './money.ts';
import { ChargerSerial } from './claims.ts';
import { StationId } from './stations.ts';

/** The kinds of problems that a rider can report to support. For a wrong bill there are disputes instead. */
export const ReportKind = z.enum([
  'didNotComeOut',
  'doesNotCharge',
  'cannotReturn',
  'cabinetBroken',
  'other',
]);
export type ReportKind = z.infer<typeof ReportKind>;

/**
 * `POST /api/support/reports` (Idempotency-Key) sends a report about a problem to support. It returns the report,
 * or `tooManyRequests` if the rider has sent too many reports on this day.
 */
export const NewReport = z.strictObject({
  kind: ReportKind,
  /** The rider's description of the problem, as plain text. */
  note: z.string().trim().max(1000).default(''),
  /** One of the rider's own orders. */
  orderId: z.uuid().optional(),
  /** The station. If it is absent and the report is about an order, the server uses the station of the pick-up. */
  stationId: StationId.optional(),
  /** The serial number that the rider read from the charger. */
  charger: ChargerSerial.optional(),
});
export type NewReport = z.input<typeof NewReport>;

/** The decision of support: a refunded or waived amount, or an end of the rental. */
export const Decision = z.object({
  kind: z.enum(['refund', 'waive', 'endRental', 'other']),
  amount: Money.nullable(),
  at: z.iso.datetime().nullable(),
});
export type Decision = z.infer<typeof Decision>;

export const Report = z.object({
  id: z.uuid(),
  /** A number such as `C-7K3M-29QX`, short enough to read out to support. */
  number: z.string(),
  /** `fromSupport`: the rider did not report this case. An app shows an unknown kind as `other`. */
  kind: z.enum([...ReportKind.options, 'fromSupport']),
  note: z.string(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** The answer of support, as plain text; null if support has not answered. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /**
   * The field is absent until support decides. It stays absent if the decision has no effect for
   * the rider.
   */
  decision: Decision.optional(),
});
export type Report = z.infer<typeof Report>;

/**
 * `GET /api/support/reports`: at most 50 entries, the newest first. The list contains the rider's
 * reports. It also contains the rider's other cases, but only those that support has answered or
 * decided.
 */
export const ReportList = z.object({ reports: z.array(Report) });
export type ReportList = z.infer<typeof ReportList>;
