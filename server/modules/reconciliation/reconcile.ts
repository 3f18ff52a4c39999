import { isDeepStrictEqual } from 'node:util';
import { addMs, transact } from '../../unitOfWork.ts';
import { compareBalance } from './compareBalance.ts';
import { compareMoves } from './compareMoves.ts';
import { comparePayouts } from './comparePayouts.ts';
import { importTransactions, openBooks, type Needed } from './importTransactions.ts';
import { lockBooks, type Books } from './storeTransactions.ts';

const hourMs = 60 * 60_000;
/** How often the balance is read again because money moved during the import. */
const balanceTries = 3;

/**
 * Compares our books with the payment provider's, and opens a case for each new difference. Running
 * it again changes nothing. Answers false if the provider did not answer: then it must run again.
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
  });
  return true;
}

/**
 * Imports all transactions together with the balance that they add up to. `amounts` is null if money
 * moved at each try; then the next run compares the balance. Null if the provider does not answer.
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
