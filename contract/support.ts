import { z } from 'zod';
import { StationId } from './stations.ts';

/** What a rider can report; an objection to a bill is a dispute of its order instead. */
export const ReportKind = z.enum([
  'didNotComeOut',
  'doesNotCharge',
  'cannotReturn',
  'cabinetBroken',
  'other',
]);
export type ReportKind = z.infer<typeof ReportKind>;

/**
 * `POST /api/support/reports` (Idempotency-Key): something went wrong, with an order, at a station or
 * otherwise; support answers. Refused with `tooManyRequests` after many within a day. Answers the
 * report.
 */
export const NewReport = z.strictObject({
  kind: ReportKind,
  /** In the rider's words; plain text. */
  note: z.string().trim().max(1000).default(''),
  /** One of the rider's own. */
  orderId: z.uuid().optional(),
  /** Where it happened; of a report with an order it is where that began, unless it is said. */
  stationId: StationId.optional(),
});
export type NewReport = z.input<typeof NewReport>;

export const Report = z.object({
  id: z.uuid(),
  /** Short enough to be read out to support, such as `C-7K3M-29QX`. */
  number: z.string(),
  kind: ReportKind,
  note: z.string(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  station: z.object({ id: StationId, name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** In support's words, as plain text; null while it is open. */
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
});
export type Report = z.infer<typeof Report>;

/** `GET /api/support/reports`: the rider's latest, at most 50, newest first. */
export const ReportList = z.object({ reports: z.array(Report) });
export type ReportList = z.infer<typeof ReportList>;
