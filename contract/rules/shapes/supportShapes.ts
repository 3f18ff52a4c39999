import type { Decision, Report, ReportList } from '../../support.ts';
import { isMoney, isText, isTime, listOf, objectOf, orAbsent, orNull } from './shapes.ts';

/** Accepts any kind, because a newer server may have more kinds. The app has a general text for unknown kinds. */
const isKind = (value: unknown): value is Report['kind'] => isText(value);
const isDecisionKind = (value: unknown): value is Decision['kind'] => isText(value);

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
  decision: orAbsent(
    objectOf<Decision>({ kind: isDecisionKind, amount: orNull(isMoney), at: orNull(isTime) }),
  ),
});

export const isReportList = objectOf<ReportList>({ reports: listOf(isReport) });
