import type { DifferenceKind } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { addToCase, openCase, openCaseAgain } from '../support/cases.ts';

export interface Difference {
  kind: DifferenceKind;
  /** Identifies the difference among the differences of its kind. */
  about: string;
  currency: string;
  /** The provider's amount minus the amount in the ledger, in minor units. */
  amount: number;
  at: Date;
  rentalId?: string | null | undefined;
  /** The data that support needs to find the movement. It contains no personal data. */
  details: Record<string, unknown>;
}

/**
 * Stores a difference, and opens a case when the difference is found for the first time. If a later
 * run finds the difference again, this function updates the amount, and the difference counts as
 * unexplained again. If the difference was explained in between, the function opens a new case. But
 * if the former case is still open, the function only adds the new amount to this case, and the
 * case no longer states that the difference is explained.
 */
export async function recordDifference(
  work: UnitOfWork,
  provider: string,
  difference: Difference,
): Promise<void> {
  const { kind, currency, amount, at, rentalId, details } = difference;
  const key = `${kind}:${difference.about}`;
  const former = await work.trx
    .selectFrom('reconciliation_differences')
    .select('explained_at')
    .where('provider', '=', provider)
    .where('key', '=', key)
    .executeTakeFirst();
  const isBack = former !== undefined && former.explained_at !== null;
  await work.trx
    .insertInto('reconciliation_differences')
    .values({
      provider,
      key,
      kind,
      currency,
      amount,
      details: JSON.stringify(details),
      happened_at: at,
      found_at: work.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'key']).doUpdateSet({ amount, explained_at: null }),
    )
    .execute();
  const about = { kind: 'booksDiffer', key: `${provider}:${key}` } as const;
  // Support may have closed the case because the difference was explained. Then a new case is needed.
  await (isBack ? openCaseAgain : openCase)(work, {
    ...about,
    ...(rentalId ? { rentalId } : {}),
    details: { provider, difference: kind, currency, amount, at: at.toISOString(), ...details },
  });
  // A case that is still open states that the difference was explained, so correct the case.
  if (isBack) await addToCase(work, { ...about, details: { amount, explainedAt: null } });
}

/**
 * Stores the differences that a comparison found. An older difference of these kinds that the comparison did not find
 * again counts as explained, for example by a late transaction. The server then adds the time of the explanation to the
 * case of the difference.
 */
export async function recordComparison(
  work: UnitOfWork,
  provider: string,
  kinds: readonly DifferenceKind[],
  found: readonly Difference[],
): Promise<void> {
  for (const difference of found) await recordDifference(work, provider, difference);
  const still = new Set(found.map(({ kind, about }) => `${kind}:${about}`));
  const known = await work.trx
    .selectFrom('reconciliation_differences')
    .select('key')
    .where('provider', '=', provider)
    .where('kind', 'in', [...kinds])
    .where('explained_at', 'is', null)
    .execute();
  for (const { key } of known.filter((one) => !still.has(one.key))) {
    await work.trx
      .updateTable('reconciliation_differences')
      .set({ explained_at: work.now })
      .where('provider', '=', provider)
      .where('key', '=', key)
      .execute();
    const details = { explainedAt: work.now.toISOString() };
    await addToCase(work, { kind: 'booksDiffer', key: `${provider}:${key}`, details });
  }
}
