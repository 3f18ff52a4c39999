import type { WalletReason } from '../../../contract/wallet.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import {
  accountId,
  book,
  changeBalances,
  lockBalances,
  openAccounts,
  readBalances,
  type Account,
  type Balance,
  type Entry,
} from '../ledger/ledger.ts';
import { nothing, type Portions } from './portions.ts';

/** A rider's current GoCash. It is zero if the rider never had GoCash. */
export async function readWallet(
  db: Db | Trx,
  userId: string,
  currency: string,
): Promise<Portions> {
  const rows = await readBalances(db, walletIds(userId, currency));
  return portionsOf(rows, userId, currency) ?? nothing;
}

/**
 * Reads a rider's GoCash, and locks it until the transaction ends. To prevent deadlocks, lock the wallet
 * after the order, the top-up and the rider.
 */
export async function lockWallet(
  work: UnitOfWork,
  userId: string,
  currency: string,
): Promise<Portions> {
  const lock = () => lockBalances(work, walletIds(userId, currency));
  const found = portionsOf(await lock(), userId, currency);
  if (found) return found;
  await openAccounts(work, walletIds(userId, currency), { userId, currency });
  return portionsOf(await lock(), userId, currency) ?? nothing;
}

export interface WalletChange {
  /** The key of the booking. The ledger refuses a second booking with the same key. */
  key: string;
  userId: string;
  rentalId?: string | null;
  /** The payment to which the booking belongs, if any. */
  paymentId?: string;
  currency: string;
  reason: WalletReason;
  /** The change of each portion, positive or negative. */
  change: Portions;
  /** The account from which the amount comes, or to which the amount goes. */
  against: Account | Record<keyof Portions, Account>;
  /** Further entries of the same booking, which do not affect the wallet. */
  also?: Entry[];
}

/**
 * Changes GoCash. No other function may change GoCash. This function stores the entries, the balances and the movement
 * for the rider in the caller's transaction.
 *
 * @throws if a portion would become negative.
 */
export async function changeWallet(work: UnitOfWork, wanted: WalletChange): Promise<void> {
  const { key, userId, rentalId = null, paymentId, currency, change, also = [] } = wanted;
  const entries = [...also, ...entriesOf(wanted)];
  const booking = {
    key,
    rentalId,
    currency,
    entries,
    ...(paymentId !== undefined && { paymentId }),
  };
  if (change.topUp === 0 && change.bonus === 0) {
    await book(work, booking);
    return;
  }
  await lockWallet(work, userId, currency);
  const after = await addTo(work, wanted);
  const transactionId = await book(work, booking);
  if (!transactionId) return;
  await work.trx
    .insertInto('wallet_movements')
    .values({
      user_id: userId,
      transaction_id: transactionId,
      currency,
      reason: wanted.reason,
      top_up: change.topUp,
      bonus: change.bonus,
      top_up_after: after.topUp,
      bonus_after: after.bonus,
      rental_id: rentalId,
      created_at: work.now,
    })
    .execute();
}

async function addTo(
  work: UnitOfWork,
  { userId, currency, change }: WalletChange,
): Promise<Portions> {
  const [topUpId, bonusId] = walletIds(userId, currency);
  const rows = await changeBalances(work, [
    [topUpId, change.topUp],
    [bonusId, change.bonus],
  ]);
  const after = portionsOf(rows, userId, currency);
  if (!after) throw new Error(`the wallet of ${userId} does not exist`);
  return after;
}

const portionNames = ['topUp', 'bonus'] as const;

function entriesOf({ userId, change, against }: WalletChange): Entry[] {
  return portionNames.flatMap((portion): Entry[] => {
    const amount = change[portion];
    const wallet: Account = `wallet:${userId}:${portion}`;
    const other = typeof against === 'string' ? against : against[portion];
    if (amount > 0) return [{ debit: other, credit: wallet, amount }];
    return amount < 0 ? [{ debit: wallet, credit: other, amount: -amount }] : [];
  });
}

function walletIds(userId: string, currency: string): [topUp: string, bonus: string] {
  return [
    accountId(`wallet:${userId}:topUp`, currency),
    accountId(`wallet:${userId}:bonus`, currency),
  ];
}

function portionsOf(rows: readonly Balance[], userId: string, currency: string): Portions | null {
  const [topUp, bonus] = walletIds(userId, currency).map(
    (id) => rows.find((row) => row.id === id)?.balance,
  );
  return typeof topUp === 'number' && typeof bonus === 'number' ? { topUp, bonus } : null;
}
