import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { PaidWith } from './payment.ts';

/** An amount for a top-up, and its bonus. */
export const TopUpOffer = z.object({ amount: Money, bonus: Money });
export type TopUpOffer = z.infer<typeof TopUpOffer>;

/** `GET /api/wallet`: GoCash. `topUp` + `bonus` = `total`; the top-up portion is spent first. */
export const Wallet = z.object({
  total: Money,
  topUp: Money,
  bonus: Money,
  /**
   * Rewards that cannot be spent yet: they become available with the first paid rental or a verified
   * phone. Not part of `total`. Absent if there are none.
   */
  pending: Money.optional(),
  offers: z.array(TopUpOffer),
  /** The refundable part of the top-up portion; null if refunds are not possible. */
  refundable: Money.nullable(),
  /**
   * From when it can be refunded, after a change of the phone; until then `refundLater`. Absent if
   * nothing delays it.
   */
  refundableFrom: z.iso.datetime().optional(),
});
export type Wallet = z.infer<typeof Wallet>;

/**
 * `POST /api/wallet/top-ups` (Idempotency-Key): answers 202 with a `TopUp`. Its state is then at
 * `GET /api/wallet/top-ups/{id}`.
 */
export const StartTopUp = z.object({
  /** One of the offers (else `amountNotOffered`). */
  amount: Money,
  /** The bonus that the rider saw. Refused with `priceChanged` if the bonus is different now. */
  bonus: Money,
  paymentMethodId: z.uuid(),
});
export type StartTopUp = z.infer<typeof StartTopUp>;

export const TopUpState = z.enum([
  'requested',
  /** The provider has not answered; the server asks again with the same key. */
  'unknown',
  'actionRequired',
  'credited',
  'declined',
]);
export type TopUpState = z.infer<typeof TopUpState>;

/** `GET /api/wallet/top-ups/{id}`. */
export const TopUp = z.object({
  id: z.uuid(),
  /** Short and easy to read out on the phone. */
  number: z.string(),
  state: TopUpState,
  amount: Money,
  bonus: Money,
  method: PaidWith,
  /**
   * The provider's page where the card's owner confirms the payment, while a confirmation is
   * pending.
   */
  action: z.object({ url: z.url() }).nullable(),
  /** The reason of a decline. */
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
  /** Claimed in a campaign, or won in a raffle. */
  'campaign',
  /** Reserved at the start of a rental. */
  'unlockFee',
  /** Released: the charger did not come out, or nothing was due. */
  'unlockFeeReleased',
  'usage',
  /** GoCash's part of a split payment, released because the card declined. */
  'paymentReleased',
  'rentalRefund',
  'topUpRefund',
  'correction',
]);
export type WalletReason = z.infer<typeof WalletReason>;

/** `GET /api/wallet/movements?cursor=`: newest first. */
export const WalletMovement = z.object({
  id: z.string(),
  reason: WalletReason,
  /** Signed. `topUp` + `bonus` = `amount`. */
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
 * `POST /api/wallet/refund` (Idempotency-Key): refund the top-up portion to the cards that paid it,
 * the newest top-up first; the bonus of these top-ups is taken back up to the balance. Refused with
 * `notRefundable` if the operator's rules or the balance do not allow it, with `proofNeeded`, and with
 * `refundLater` for a day after a change of the phone. Answers the wallet.
 */
export const RefundWallet = z.object({
  /** The refund that the app showed; if the amount is different now: `priceChanged`. */
  amount: Money.optional(),
});
export type RefundWallet = z.infer<typeof RefundWallet>;
