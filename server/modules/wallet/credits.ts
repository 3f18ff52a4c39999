import type { WalletReason } from '../../../contract/wallet.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { currenciesOf, type Account } from '../ledger/ledger.ts';
import { changeWallet, lockWallet } from './wallet.ts';
import { negative, nothing } from './portions.ts';

interface Credit {
  userId: string;
  currency: string;
  topUp: number;
  bonus: number;
  reason: CreditReason;
  /** The key of the booking, such as `topUp:{top-up id}`. The ledger refuses a second booking with the same key. */
  key: string;
}

type CreditReason = Extract<
  WalletReason,
  'topUp' | 'topUpBonus' | 'referralReward' | 'coupon' | 'campaign' | 'topUpRefund' | 'correction'
>;
type WithdrawalReason = Extract<WalletReason, 'referralReversed' | 'topUpRefund'>;

const promotions = {
  topUp: 'promotion:topUpBonus',
  topUpBonus: 'promotion:topUpBonus',
  topUpRefund: 'promotion:topUpBonus',
  referralReward: 'promotion:referral',
  referralReversed: 'promotion:referral',
  coupon: 'promotion:coupon',
  campaign: 'promotion:campaign',
  /** A credit of an operator. */
  correction: 'promotion:support',
} as const satisfies Record<CreditReason | WithdrawalReason, Account>;

/**
 * Credits GoCash. The top-up portion comes from the account `topUps`. The bonus comes from the account of its
 * promotion. Riders see the bonus of a top-up as a separate movement.
 */
export async function creditWallet(work: UnitOfWork, credit: Credit): Promise<void> {
  const { userId, currency, topUp, bonus, reason, key } = credit;
  const against = { topUp: 'topUps', bonus: promotions[reason] } as const;
  const both = { userId, currency, against };
  if (reason === 'topUp' && bonus > 0) {
    await changeWallet(work, { ...both, key, reason, change: { topUp, bonus: 0 } });
    const change = { topUp: 0, bonus };
    await changeWallet(work, { ...both, key: `${key}:bonus`, reason: 'topUpBonus', change });
    return;
  }
  await changeWallet(work, { ...both, key, reason, change: { topUp, bonus } });
}

interface Withdrawal {
  userId: string;
  currency: string;
  amount: number;
  key: string;
}

/** Withdraws a bonus, up to the balance, and returns the withdrawn amount. */
export async function withdrawBonus(
  work: UnitOfWork,
  { userId, currency, amount, reason, key }: Withdrawal & { reason: WithdrawalReason },
): Promise<number> {
  const { bonus } = await lockWallet(work, userId, currency);
  const taken = Math.min(bonus, amount);
  await changeWallet(work, {
    key,
    userId,
    currency,
    reason,
    change: negative({ topUp: 0, bonus: taken }),
    against: promotions[reason],
  });
  return taken;
}

/**
 * Moves money from the top-up portion to the account `topUps`. From this account, a refund moves the money to the card.
 *
 * @param withdrawal.key `…:{top-up id}` or `…:{top-up id}:…`, because the audit checks each top-up by its id.
 * @throws if the portion is below the amount.
 */
export async function withdrawTopUp(
  work: UnitOfWork,
  { userId, currency, amount, reason, key }: Withdrawal & { reason: 'topUpRefund' },
): Promise<void> {
  const change = negative({ topUp: amount, bonus: 0 });
  await changeWallet(work, { key, userId, currency, reason, change, against: 'topUps' });
}

/** Forfeits the remaining GoCash of a deleted account, in all currencies. */
export async function forfeitWallet(work: UnitOfWork, userId: string): Promise<void> {
  for (const currency of await currenciesOf(work.trx, userId)) {
    const left = await lockWallet(work, userId, currency);
    if (left.topUp === nothing.topUp && left.bonus === nothing.bonus) continue;
    await changeWallet(work, {
      key: `forfeit:${userId}:${currency}`,
      userId,
      currency,
      reason: 'correction',
      change: negative(left),
      against: 'forfeited',
    });
  }
}
