import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { recordComparison, type Difference } from './differences.ts';
import { readPages, type Needed } from './importTransactions.ts';
import type { Books } from './storeTransactions.ts';

interface Payout {
  id: string;
  payout: string;
  gross: number;
  currency: string;
  created_at: Date;
}

/**
 * Compares each open payout with the transactions that the provider lists for it. A payout stays open until it equals
 * the sum of these transactions. Returns false if the provider does not answer.
 */
export async function comparePayouts(
  deps: Needed,
  books: Books,
  settledAt: Date,
): Promise<boolean> {
  const found: Difference[] = [];
  for (const payout of await openPayouts(deps, books)) {
    const parts = new Map<string, number>();
    const isComplete = await readPages(deps, { payout: payout.payout }, async (transactions) => {
      for (const { id, net } of transactions) parts.set(id, net);
    });
    if (!isComplete) return false;
    const sum = [...parts.values()].reduce((total, net) => total + net, 0);
    const paid = -payout.gross;
    await transact(deps, (work) => assign(work, books, payout, [...parts.keys()], sum === paid));
    if (sum === paid || payout.created_at > settledAt) continue;
    found.push({
      kind: 'payout',
      about: payout.payout,
      currency: payout.currency,
      amount: paid - sum,
      at: payout.created_at,
      details: { payout: payout.payout, paid, sum, transactions: parts.size },
    });
  }
  await transact(deps, (work) => recordComparison(work, books.provider, ['payout'], found));
  return true;
}

async function openPayouts({ db }: Needed, { provider }: Books): Promise<Payout[]> {
  const rows = await db
    .selectFrom('provider_transactions')
    .select(['id', 'payout', 'gross', 'currency', 'created_at'])
    .where('provider', '=', provider)
    .where('state', '=', 'open')
    .where('kind', '=', 'payout')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({ ...row, payout: row.payout ?? row.id }));
}

/**
 * Stores which transactions a payout contains. If a payout equals the sum of its transactions, its comparison is done.
 */
async function assign(
  work: UnitOfWork,
  { provider }: Books,
  payout: Payout,
  parts: readonly string[],
  isEqual: boolean,
): Promise<void> {
  if (parts.length > 0) {
    await work.trx
      .updateTable('provider_transactions')
      .set({ payout: payout.payout })
      .where('provider', '=', provider)
      .where('id', 'in', [...parts])
      .where('payout', 'is', null)
      .execute();
  }
  if (!isEqual) return;
  await work.trx
    .updateTable('provider_transactions')
    .set({ state: 'booked' })
    .where('provider', '=', provider)
    .where('id', '=', payout.id)
    .execute();
}
