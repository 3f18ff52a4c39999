import type { UnitOfWork } from '../../unitOfWork.ts';

/** Records an action of an operator. Nobody can change the record. */
export async function recordOperatorAction(
  work: UnitOfWork,
  { action, subject, details = {} }: { action: string; subject: string; details?: object },
): Promise<void> {
  await work.trx
    .insertInto('operator_actions')
    .values({ action, subject, details: JSON.stringify(details), at: work.now })
    .execute();
}
