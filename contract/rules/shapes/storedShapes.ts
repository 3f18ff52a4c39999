import type { Coupon, Coupons } from '../../coupons.ts';
import type { Referral, ReferralReward } from '../../referral.ts';
import {
  isFlag,
  isMoney,
  isNumber,
  isOneOf,
  isText,
  isTime,
  listOf,
  objectOf,
  orAbsent,
  orNull,
} from './shapes.ts';

export const isCoupons = objectOf<Coupons>({
  coupons: listOf(
    objectOf<Coupon>({
      id: isText,
      kind: isOneOf('amountOff', 'freeMinutes', 'goCash'),
      amount: orNull(isMoney),
      minutes: orNull(isNumber),
      minimumTotal: orNull(isMoney),
      firstRentalOnly: isFlag,
      state: isOneOf('available', 'reserved', 'used', 'expired'),
      redeemedAt: isTime,
      expiresAt: orNull(isTime),
      usedAt: orNull(isTime),
      orderId: orNull(isText),
    }),
  ),
  isFirstRental: isFlag,
});

export const isReferral = objectOf<Referral>({
  code: isText,
  link: isText,
  reward: isMoney,
  limit: isNumber,
  rewarded: isNumber,
  rewards: listOf(
    objectOf<ReferralReward>({
      id: isText,
      role: isOneOf('invited', 'friend'),
      initials: orNull(isText),
      amount: isMoney,
      state: isOneOf('credited', 'capped', 'reversed'),
      pending: orAbsent(isFlag),
      at: isTime,
    }),
  ),
});
