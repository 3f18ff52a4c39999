import { isDeepStrictEqual } from 'node:util';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { compareBalance } from './compareBalance.ts';
import { compareMoves } from './compareMoves.ts';
import { comparePayouts } from './comparePayouts.ts';
import { importTransactions, noteRun, openBooks, type Needed } from './importTransactions.ts';
import { lockBooks, type Books } from './storeTransactions.ts';

const hourMs = 60 * 60_000;
/** The maximum number of imports in one run. The run repeats an import if the balance changed during the import. */
const balanceTries = 3;

/**
 * Compares the ledger with the payment provider, and opens a case for each new difference. A second run books nothing
 * again, and opens no second case. Returns false if the provider did not answer; then the caller must try again.
 */
export async function reconcile(deps: Needed): Promise<boolean> {
  const books = await openBooks(deps);
  const balance = await importWithBalance(deps, books);
  if (!balance) return false;
  const settledAt = addMs(deps.clock.now(), -deps.settings.reconciliation.delayHours * hourMs);
  if (!(await comparePayouts(deps, books, settledAt))) return false;
  await transact(deps, async (work) => {
    await lockBooks(work, books);
    await compareMoves(work, books, settledAt);
    if (balance.amounts) await compareBalance(work, books, balance.amounts);
    await noteRun(work, books);
  });
  return true;
}

/**
 * Imports all transactions, and reads the balance that contains exactly these transactions. `amounts` is null if the
 * balance changed during each import. The next run then compares the balance. The result is null if the provider does
 * not answer.
 */
async function importWithBalance(
  deps: Needed,
  books: Books,
): Promise<{ amounts: readonly { currency: string; amount: number }[] | null } | null> {
  let before = await deps.payments.readBalance();
  for (let tries = 0; tries < balanceTries; tries++) {
    if (!(await importTransactions(deps, books))) return null;
    const after = await deps.payments.readBalance();
    if (before.outcome === 'unknown' || after.outcome === 'unknown') return null;
    if (isDeepStrictEqual(before, after)) return { amounts: after.amounts };
    before = after;
  }
  deps.log.info('money moved during the reconciliation: the balance is compared in the next one');
  return { amounts: null };
}
