import type { Dependencies } from '../../dependencies.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import type { PaymentRow } from '../payments/moves.ts';
import type { ChargebackRow } from './chargebackCases.ts';
import { personNeedsMs, type EvidenceStage } from './planEvidence.ts';

/**
 * Prints the receipt of a payment. `at` is the print time on the receipt, so that a second print gives the same file.
 * Returns null if the payment has no receipt.
 */
export type PrintReceipt = (
  deps: Pick<Dependencies, 'db' | 'settings'>,
  payment: PaymentRow,
  at: Date,
) => Promise<{ name: string; pdf: Uint8Array } | null>;

/**
 * `none`: the payment has no receipt. `failed`: the evidence must be sent without the receipt. `pending`: the upload
 * must be tried again.
 */
type Receipt =
  | { state: 'uploaded'; file: string }
  | { state: 'none' }
  | { state: 'failed' }
  | { state: 'pending' };

/** The maximum time for which the evidence waits for its receipt. */
const uploadMs = 60 * 60_000;

/**
 * Uploads the receipt, once in each stage. The evidence waits for the upload, because the evidence can be submitted
 * only once. The wait ends early enough that support can still send the evidence.
 */
export async function uploadReceipt(
  deps: Dependencies,
  print: PrintReceipt,
  {
    chargeback,
    payment,
    stage,
  }: { chargeback: ChargebackRow; payment: PaymentRow; stage: EvidenceStage },
): Promise<Receipt> {
  const { id, due_by } = chargeback;
  const begun = await transact(deps, (work) => beginUpload(work, id, stage));
  if (begun.file !== null) return { state: 'uploaded', file: begun.file };
  const receipt = await tryUpload(deps, print, payment, {
    key: `chargebackReceipt:${id}:${stage}`,
    at: begun.begun_at,
  });
  if (receipt.state === 'uploaded') {
    await transact(deps, (work) => storeFile(work, id, stage, receipt.file));
  }
  if (receipt.state !== 'pending') return receipt;
  const now = deps.clock.now();
  const isLate = due_by !== null && addMs(due_by, -personNeedsMs) <= now;
  return isLate || addMs(begun.begun_at, uploadMs) <= now ? { state: 'failed' } : receipt;
}

async function tryUpload(
  { db, settings, payments, log }: Dependencies,
  print: PrintReceipt,
  payment: PaymentRow,
  { key, at }: { key: string; at: Date },
): Promise<Receipt> {
  try {
    const printed = await print({ db, settings }, payment, at);
    if (!printed) return { state: 'none' };
    const result = await payments.uploadReceipt({ key, ...printed });
    switch (result.outcome) {
      case 'uploaded':
        return { state: 'uploaded', file: result.file };
      case 'refused':
        return { state: 'failed' };
      case 'unknown':
        return { state: 'pending' };
    }
  } catch (error) {
    // A failed upload must not stop the evidence. An upload fails, for example, if the API key has no permission to
    // write files.
    log.error({ err: error, key, paymentId: payment.id }, 'a receipt was not uploaded as evidence');
    return { state: 'pending' };
  }
}

/**
 * Before the first try, stores the print time of the receipt, which all tries use. Returns this time (`begun_at`), and
 * the id of the uploaded file (`file`), which is null before the upload.
 */
async function beginUpload(work: UnitOfWork, id: string, stage: EvidenceStage) {
  await work.trx
    .insertInto('evidence_receipts')
    .values({ chargeback_id: id, stage, begun_at: work.now, file: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return work.trx
    .selectFrom('evidence_receipts')
    .select(['begun_at', 'file'])
    .where('chargeback_id', '=', id)
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow();
}

async function storeFile(
  work: UnitOfWork,
  id: string,
  stage: EvidenceStage,
  file: string,
): Promise<void> {
  await work.trx
    .updateTable('evidence_receipts')
    .set({ file })
    .where('chargeback_id', '=', id)
    .where('stage', '=', stage)
    .execute();
}
