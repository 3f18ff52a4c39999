import { z } from 'zod';
import { isPlainText } from '../../../contract/rules/format/plainText.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import { closeCaseOf } from './cases.ts';

/** Support's answer: plain text, in the rider's language. */
export const ReportAnswer = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine(isPlainText, 'expected plain text');

/** The error for an answer that the report does not allow. `message` is for the operator. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  /** True if the error is that no report has this number. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

/**
 * Answers a rider's report by its number, and notifies the rider. A second call with the same answer changes nothing.
 *
 * @throws {ReportError} if there is no such report, or if the report already has another answer.
 */
export async function answerReport(
  work: UnitOfWork,
  number: string,
  answer: string,
): Promise<{ isRepeated: boolean }> {
  const report = await work.trx
    .selectFrom('support_reports')
    .select(['id', 'user_id', 'answer'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!report) throw new ReportError(`There is no case ${number}.`, true);
  if (report.answer !== null) {
    if (report.answer === answer) return { isRepeated: true };
    throw new ReportError(`Case ${number} was answered already.`);
  }
  await storeAnswer(work, report.id, answer);
  await closeCaseOf(work, { kind: 'report', key: report.id }, { kind: 'none' }, 'support');
  // Give the notification no order, so that the notification leads to the page of the reports. That
  // page shows the answer, but the receipt of the order does not.
  await notify(work, { userId: report.user_id, kind: 'caseAnswered', key: report.id });
  return { isRepeated: false };
}

/**
 * Stores the answer to a report, in place of an earlier answer. Does nothing for a deleted report.
 */
export async function storeAnswer(work: UnitOfWork, id: string, answer: string): Promise<void> {
  await work.trx
    .updateTable('support_reports')
    .set({ answer, answered_at: work.now })
    .where('id', '=', id)
    .execute();
}
