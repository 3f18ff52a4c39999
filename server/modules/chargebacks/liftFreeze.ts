import type { UnitOfWork } from '../../db/unitOfWork.ts';

/**
 * Locks the chargeback that has the id `providerId` at the provider, and returns the server's own
 * id of the chargeback; null if there is no such chargeback.
 */
export async function lockChargeback(work: UnitOfWork, providerId: string): Promise<string | null> {
  const found = await work.trx
    .selectFrom('chargebacks')
    .select('id')
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * Lifts the freeze that this chargeback put on an account. The freeze does not come back, even if
 * the bank decides against the operator later. A second call changes nothing.
 *
 * @param providerId the provider's id of the chargeback.
 */
export async function liftFreeze(
  work: UnitOfWork,
  providerId: string,
): Promise<{ id: string; isRepeated: boolean }> {
  const found = await work.trx
    .selectFrom('chargebacks')
    .select(['id', 'lifted_at'])
    .where('provider_id', '=', providerId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Error(`there is no chargeback ${providerId}`);
  if (found.lifted_at) return { id: found.id, isRepeated: true };
  await work.trx
    .updateTable('chargebacks')
    .set({ lifted_at: work.now })
    .where('id', '=', found.id)
    .execute();
  return { id: found.id, isRepeated: false };
}
