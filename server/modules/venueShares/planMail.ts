import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

export const mailJob = 'venueStatement.mail';

/** Enqueues one mail with a statement to the owner of its venue. */
export async function planMail(work: UnitOfWork, statementId: string): Promise<void> {
  const id = randomUUID();
  await work.trx
    .insertInto('venue_statement_mails')
    .values({ id, statement_id: statementId, asked_at: work.now, sent_at: null })
    .execute();
  await work.enqueue({ kind: mailJob, key: `${mailJob}:${id}`, payload: { id } });
}
