import type { UnitOfWork } from '../../unitOfWork.ts';
import { operatorActionOf, recordOperatorAction } from '../audit/operatorActions.ts';
import { rotateProofKey } from '../proofs/proofKeys.ts';
import type { Act } from '../operators/guard.ts';
import { DeskError } from './deskError.ts';

const action = 'proofKey.rotate';

/** Replaces the key of proofs once for each idempotency key. @throws {DeskError} keyReused. */
export async function rotateOnce(
  work: UnitOfWork,
  { who, why, key }: Act,
): Promise<{ key: string }> {
  const before = await operatorActionOf(work, key);
  if (before?.action === action) return { key: before.subject };
  if (before) throw new DeskError('keyReused', 'This idempotency key was used for another act.');
  const id = await rotateProofKey(work);
  await recordOperatorAction(work, { action, subject: id, who, why, key });
  return { key: id };
}
