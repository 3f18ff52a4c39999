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
  /** The rider's own words, as plain text. */
  note: z.string().trim().max(1000).default(''),
  /** One of the rider's own orders. */
  orderId: z.uuid().optional(),
  /**
   * The station. If a report about an order names no station, the server uses the station of the
   * pick-up.
   */
  stationId: StationId.optional(),
  /** The serial number that the rider read from the charger. */
  charger: ChargerSerial.optional(),
});
export type NewReport = z.input<typeof NewReport>;

/** What support decided: the refunded or waived amount, and the end of the rental. */
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
  /** `fromSupport` is a case that the rider did not report. An app shows an unknown kind as `other`. */
  kind: z.enum([...ReportKind.options, 'fromSupport']),
  note: z.string(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** The answer of support, as plain text; null while the report is open. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  /** The field is absent while support has not decided, and if the rider does not feel the decision. */
  decision: Decision.optional(),
});
export type Report = z.infer<typeof Report>;

/**
 * `GET /api/support/reports`: the latest reports of the rider, and the other cases about which support has
 * written or decided, at most 50. The newest comes first.
 */
export const ReportList = z.object({ reports: z.array(Report) });
export type ReportList = z.infer<typeof ReportList>;
