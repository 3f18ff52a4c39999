import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act } from '../operators/guard.ts';
import { rotateProofKey } from '../proofs/proofKeys.ts';

/**
 * Replaces the key that signs proofs, once for each idempotency key.
 *
 * @throws {OpsError} keyReused.
 */
export async function rotateOnce(work: UnitOfWork, act: Act): Promise<{ key: string }> {
  const { key } = await actOnce(work, { action: 'proofKey.rotate', subject: null }, act, {
    async run() {
      const id = await rotateProofKey(work);
      return { answer: { key: id }, subject: id };
    },
    again: async ({ subject }) => ({ key: subject }),
  });
  return { key };
}
