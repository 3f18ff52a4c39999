import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { PaidWith } from './payment.ts';

/** A top-up amount that riders can choose, and the bonus that the operator adds to it. */
export const TopUpOffer = z.object({ amount: Money, bonus: Money });
export type TopUpOffer = z.infer<typeof TopUpOffer>;

/**
 * `GET /api/wallet` returns the GoCash balance. `total` is the sum of `topUp` and `bonus`. Payments use the
 * top-up portion first.
 */
export const Wallet = z.object({
  total: Money,
  topUp: Money,
  bonus: Money,
  /**
   * Rewards that cannot be spent yet. They become spendable with the first paid rental or a verified
   * phone. `total` does not include them. The field is absent if there are no such rewards.
   */
  pending: Money.optional(),
  offers: z.array(TopUpOffer),
  /** The part of the top-up portion that can be refunded. It is null if the operator does not offer refunds. */
  refundable: Money.nullable(),
  /**
   * Until this time, no top-up is refunded, because the rider has just changed the phone number. A
   * refund before this time returns `refundLater`. The field is absent if nothing delays refunds.
   */
  refundableFrom: z.iso.datetime().optional(),
});
export type Wallet = z.infer<typeof Wallet>;

/**
 * `POST /api/wallet/top-ups` (Idempotency-Key) starts a top-up, and returns 202 with a `TopUp`. The later
 * states of the top-up are at `GET /api/wallet/top-ups/{id}`.
 */
export const StartTopUp = z.object({
  /** One of the top-up amounts. For any other amount the call returns `amountNotOffered`. */
  amount: Money,
  /** The bonus that the rider saw. If the bonus is different now, the call returns `priceChanged`. */
  bonus: Money,
  paymentMethodId: z.uuid(),
});
export type StartTopUp = z.infer<typeof StartTopUp>;

export const TopUpState = z.enum([
  'requested',
  /** The provider has not answered. The server repeats the call with the same key. */
  'unknown',
  'actionRequired',
  'credited',
  'declined',
]);
export type TopUpState = z.infer<typeof TopUpState>;

/** `GET /api/wallet/top-ups/{id}`. */
export const TopUp = z.object({
  id: z.uuid(),
  /** A short number that is easy to read out on the phone. */
  number: z.string(),
  state: TopUpState,
  amount: Money,
  bonus: Money,
  /** The part of `amount` that was refunded to the payment method. The field is absent if nothing was refunded. */
  refunded: Money.optional(),
  method: PaidWith,
  /**
   * The provider's page where the card's owner confirms the payment; null if no confirmation is pending.
   */
  action: z.object({ url: z.url() }).nullable(),
  /** The reason of a decline; null without a decline. */
  failure: z.enum(errorCodes).nullable(),
  createdAt: z.iso.datetime(),
  creditedAt: z.iso.datetime().nullable(),
});
export type TopUp = z.infer<typeof TopUp>;

export const WalletReason = z.enum([
  'topUp',
  'topUpBonus',
  'referralReward',
  'referralReversed',
  'coupon',
  /** The amount is a reward of a campaign, or a prize of a raffle. */
  'campaign',
  /** The unlock fee is reserved at the start of a rental. */
  'unlockFee',
  /** The reserved unlock fee is released, because the charger did not come out, or because nothing was due. */
  'unlockFeeReleased',
  'usage',
  /** The GoCash part of a split payment is released, because the card was declined. */
  'paymentReleased',
  'rentalRefund',
  'topUpRefund',
  'correction',
]);
export type WalletReason = z.infer<typeof WalletReason>;

/** `GET /api/wallet/movements?cursor=`: the newest movement comes first. */
export const WalletMovement = z.object({
  id: z.string(),
  reason: WalletReason,
  /** Negative if the movement reduces the balance. `topUp` + `bonus` = `amount`. */
  amount: Money,
  topUp: Money,
  bonus: Money,
  /** The balance after this movement. */
  balance: Money,
  at: z.iso.datetime(),
  order: z.object({ id: z.uuid(), number: z.string() }).nullable(),
});
export type WalletMovement = z.infer<typeof WalletMovement>;

export const WalletMovementQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const WalletMovements = z.object({
  movements: z.array(WalletMovement),
  nextCursor: z.string().nullable(),
});
export type WalletMovements = z.infer<typeof WalletMovements>;

/**
 * `POST /api/wallet/refund` (Idempotency-Key) refunds the top-up portion to the payment methods that paid for it, and
 * returns the wallet. The newest top-up is refunded first. The server takes back the bonus of the refunded top-ups, as
 * far as the balance allows. The call returns `notRefundable` if the operator does not offer refunds, or if nothing can
 * be refunded. It returns `proofNeeded` if a proof is needed, and `refundLater` for one day after a change of the
 * phone.
 */
export const RefundWallet = z.object({
  /** The refund that the app showed. If the amount is different now, the call returns `priceChanged`. */
  amount: Money.optional(),
});
export type RefundWallet = z.infer<typeof RefundWallet>;
