import type { Report, ReportKind, ReportList } from '../../support.ts';
import { isText, isTime, listOf, objectOf, orNull } from './shapes.ts';

/** Accepts any kind, because a newer server may have more kinds. The app has a general text for them. */
const isKind = (value: unknown): value is ReportKind => isText(value);

export const isReport = objectOf<Report>({
  id: isText,
  number: isText,
  kind: isKind,
  note: isText,
  order: orNull(objectOf<NonNullable<Report['order']>>({ id: isText, number: isText })),
  station: orNull(objectOf<NonNullable<Report['station']>>({ id: isText, name: isText })),
  createdAt: isTime,
  answer: orNull(isText),
  answeredAt: orNull(isTime),
});

export const isReportList = objectOf<ReportList>({ reports: listOf(isReport) });
