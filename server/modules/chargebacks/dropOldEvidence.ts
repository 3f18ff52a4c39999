import type { Db } from '../../db/database.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { chargeableBackMs } from '../payments/methods/dropOldMethods.ts';
import { finalStates } from './machine.ts';

/** Deletes the references to the uploaded receipts of chargebacks and inquiries that were closed long ago. */
export async function dropOldEvidence(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('evidence_receipts')
    .where('chargeback_id', 'in', (of) =>
      of
        .selectFrom('chargebacks')
        .select('id')
        .where('state', 'in', finalStates)
        .where('changed_at', '<', addMs(now, -chargeableBackMs)),
    )
    .execute();
}
