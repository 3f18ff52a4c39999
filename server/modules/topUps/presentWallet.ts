import type { Wallet } from '../../../contract/wallet.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { newPhoneUntil } from '../auth/newPhone.ts';
import { refundableAmount } from './refundTopUps.ts';
import { pendingAmount } from '../rewards/pendingRewards.ts';
import { readWallet } from '../wallet/wallet.ts';

export async function presentWallet(
  db: Db | Trx,
  rules: Pick<Settings, 'currency' | 'goCash'>,
  userId: string,
  now: Date,
): Promise<Wallet> {
  const { currency, goCash } = rules;
  const { topUp, bonus } = await readWallet(db, userId, currency);
  const pending = await pendingAmount(db, userId, currency);
  const refundable = await refundableAmount(db, rules, userId);
  const refundableFrom = await newPhoneUntil(db, userId, now);
  const money = (amount: number) => ({ amount, currency });
  return {
    total: money(topUp + bonus),
    topUp: money(topUp),
    bonus: money(bonus),
    ...(pending > 0 && { pending: money(pending) }),
    offers: goCash.offers.map((offer) => ({
      amount: money(offer.amount),
      bonus: money(offer.bonus),
    })),
    refundable: refundable === null ? null : money(refundable),
    ...(refundableFrom && { refundableFrom: refundableFrom.toISOString() }),
  };
}
