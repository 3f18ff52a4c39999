import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** The stored data about a rider's GoCash, coupons and invitations. */
export async function collectGoCash(
  db: Db,
  userId: string,
): Promise<Pick<RiderData, 'topUps' | 'walletMovements' | 'coupons' | 'referrals'>> {
  return {
    topUps: await topUpsOf(db, userId),
    walletMovements: await movementsOf(db, userId),
    coupons: await couponsOf(db, userId),
    referrals: await referralsOf(db, userId),
  };
}

async function topUpsOf(db: Db, userId: string): Promise<RiderData['topUps']> {
  const rows = await db
    .selectFrom('top_ups')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ number, state, currency, amount, bonus, created_at, credited_at }) => ({
    number,
    state,
    amount: { amount, currency },
    bonus: { amount: bonus, currency },
    createdAt: created_at.toISOString(),
    creditedAt: credited_at?.toISOString() ?? null,
  }));
}

async function movementsOf(db: Db, userId: string): Promise<RiderData['walletMovements']> {
  const rows = await db
    .selectFrom('wallet_movements')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ reason, currency, rental_id, created_at, ...row }) => ({
    reason,
    topUp: { amount: row.top_up, currency },
    bonus: { amount: row.bonus, currency },
    topUpAfter: { amount: row.top_up_after, currency },
    bonusAfter: { amount: row.bonus_after, currency },
    orderId: rental_id,
    at: created_at.toISOString(),
  }));
}

async function couponsOf(db: Db, userId: string): Promise<RiderData['coupons']> {
  const rows = await db
    .selectFrom('rider_coupons')
    .innerJoin('coupons', 'coupons.id', 'rider_coupons.coupon_id')
    .select(['coupons.code', 'coupons.kind', 'rider_coupons.state', 'rider_coupons.rental_id'])
    .select(['rider_coupons.redeemed_at', 'rider_coupons.used_at'])
    .where('rider_coupons.user_id', '=', userId)
    .orderBy('rider_coupons.redeemed_at')
    .execute();
  return rows.map(({ code, kind, state, rental_id, redeemed_at, used_at }) => ({
    code,
    kind,
    state,
    orderId: rental_id,
    redeemedAt: redeemed_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
  }));
}

/** Without the identity of the other riders, which is their own data. */
async function referralsOf(db: Db, userId: string): Promise<RiderData['referrals']> {
  const rows = await db
    .selectFrom('referrals')
    .select(['referrer_id', 'referrer_state', 'friend_state', 'amount', 'currency', 'created_at'])
    .where((or) => or.or([or('referrer_id', '=', userId), or('friend_id', '=', userId)]))
    .orderBy('created_at')
    .execute();
  return rows.map(({ referrer_id, referrer_state, friend_state, ...row }) => {
    const invited = referrer_id === userId;
    return {
      role: invited ? ('invited' as const) : ('friend' as const),
      amount: { amount: row.amount, currency: row.currency },
      state: invited ? referrer_state : friend_state,
      at: row.created_at.toISOString(),
    };
  });
}
