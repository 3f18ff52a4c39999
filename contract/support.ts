import { z } from 'zod';
import { StationId } from './stations.ts';

/** What a rider can report; a dispute is about the bill of an order instead. */
export const ReportKind = z.enum([
  'didNotComeOut',
  'doesNotCharge',
  'cannotReturn',
  'cabinetBroken',
  'other',
]);
export type ReportKind = z.infer<typeof ReportKind>;

/**
 * `POST /api/support/reports` (Idempotency-Key): report a problem with an order, at a station or
 * otherwise; support answers. Refused with `tooManyRequests` after many reports within a day.
 * Answers the report.
 */
export const NewReport = z.strictObject({
  kind: ReportKind,
  /** The rider's own text; plain text. */
  note: z.string().trim().max(1000).default(''),
  /** One of the rider's own orders. */
  orderId: z.uuid().optional(),
  /**
   * The station. If a report with an order names no station, the server uses the station of the
   * pick-up.
   */
  stationId: StationId.optional(),
});
export type NewReport = z.input<typeof NewReport>;

export const Report = z.object({
  id: z.uuid(),
  /** Short enough to read out to support, such as `C-7K3M-29QX`. */
  number: z.string(),
  kind: ReportKind,
  note: z.string(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** The answer of support, as plain text; null while the report is open. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Report = z.infer<typeof Report>;

/** `GET /api/support/reports`: the rider's latest, at most 50, newest first. */
export const ReportList = z.object({ reports: z.array(Report) });
export type ReportList = z.infer<typeof ReportList>;
