import type { Dependencies } from '../../dependencies.ts';
import type { BalanceTransaction, TransactionSelection } from '../../providers/payments/balance.ts';
import { addMs, transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { providerPayments } from '../payments/paymentQueries.ts';
import { storeTransactions, type Books } from './storeTransactions.ts';

export type Needed = Pick<
  Dependencies,
  'db' | 'clock' | 'outbox' | 'changes' | 'log' | 'payments' | 'settings'
>;

/**
 * The maximum difference between the clocks of the server and of the provider. Because of this difference, the time of
 * a transaction may be before the time of the server's request.
 */
const clockToleranceMs = 60 * 60_000;
/**
 * Each import reads the three days before the end of the last complete import again, because transactions may come late
 * or change. The first import reads all transactions.
 */
const overlapMs = 3 * 24 * 60 * 60_000;

/**
 * Returns the books of the server's current provider, and stores them at the first call. The
 * account at the provider may be older than this server, so the books begin with the first payment
 * of this server.
 */
export function openBooks(deps: Needed): Promise<Books> {
  const { name: provider } = deps.payments;
  return transact(deps, async (work) => {
    const first = await work.trx
      .selectFrom(providerPayments(work.trx).as('payment'))
      .select((of) => of.fn.min('created_at').as('at'))
      .where('provider', '=', provider)
      .executeTakeFirst();
    await work.trx
      .insertInto('reconciliations')
      .values({
        provider,
        begins_at: addMs(first?.at ?? work.now, -clockToleranceMs),
        run_at: work.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { begins_at } = await work.trx
      .selectFrom('reconciliations')
      .select('begins_at')
      .where('provider', '=', provider)
      .executeTakeFirstOrThrow();
    return { provider, beginsAt: begins_at };
  });
}

/** Stores the time of a complete comparison. */
export async function noteRun(work: UnitOfWork, { provider }: Books): Promise<void> {
  await work.trx
    .updateTable('reconciliations')
    .set({ run_at: work.now })
    .where('provider', '=', provider)
    .execute();
}

/**
 * Imports all new transactions, including those of days without an import. Returns false if the provider
 * does not answer.
 */
export async function importTransactions(deps: Needed, books: Books): Promise<boolean> {
  const { imported_until } = await deps.db
    .selectFrom('reconciliations')
    .select('imported_until')
    .where('provider', '=', books.provider)
    .executeTakeFirstOrThrow();
  const createdSince = imported_until ? addMs(imported_until, -overlapMs) : new Date(0);
  const isComplete = await readPages(deps, { createdSince }, (transactions) =>
    transact(deps, (work) => storeTransactions(work, books, transactions)),
  );
  if (isComplete) await transact(deps, (work) => markImported(work, books.provider));
  return isComplete;
}

/**
 * Stores the time up to which all transactions are imported. Call this only after a complete import, because the
 * provider may list the newest transactions first.
 */
async function markImported(work: UnitOfWork, provider: string): Promise<void> {
  const newest = await work.trx
    .selectFrom('provider_transactions')
    .select((of) => of.fn.max('created_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirst();
  await work.trx
    .updateTable('reconciliations')
    .set({ imported_until: newest?.at ?? null })
    .where('provider', '=', provider)
    .execute();
}

/** Reads the pages of transactions one after the other. Returns false if the provider does not answer. */
export async function readPages(
  { payments }: Pick<Needed, 'payments'>,
  selection: TransactionSelection,
  handle: (transactions: BalanceTransaction[]) => Promise<void>,
): Promise<boolean> {
  let after: string | null = null;
  do {
    const page = await payments.listTransactions({ ...selection, after });
    if (page.outcome === 'unknown') return false;
    await handle(page.transactions);
    after = page.next;
  } while (after !== null);
  return true;
}
