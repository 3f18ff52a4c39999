import type { Clock } from '../../server/clock.ts';
import type { Db } from '../../server/db/database.ts';
import {
  CodeTakenError,
  createCoupons,
  NewCoupon,
} from '../../server/modules/coupons/createCoupons.ts';

const demoCoupons = [
  { code: 'WELCOME1', kind: 'amountOff', amount: 100, firstRental: true },
  { code: 'HOUR1', kind: 'freeMinutes', minutes: 60 },
  { code: 'GIFT5', kind: 'goCash', amount: 500 },
].map((coupon) => NewCoupon.parse(coupon));

/** Enters the demo's coupons where they are not there yet. */
export async function provisionCoupons(db: Db, clock: Clock, currency: string): Promise<void> {
  for (const coupon of demoCoupons) {
    await createCoupons(db, coupon, currency, clock.now()).catch((error: unknown) => {
      if (!(error instanceof CodeTakenError)) throw error;
    });
  }
}
