import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { PaidWith } from './payment.ts';

/** An amount that GoCash can be topped up with, and what is given on top. */
export const TopUpOffer = z.object({ amount: Money, bonus: Money });
export type TopUpOffer = z.infer<typeof TopUpOffer>;

/** `GET /api/wallet`: GoCash. `topUp` + `bonus` = `total`; the top-up portion is spent first. */
export const Wallet = z.object({
  total: Money,
  topUp: Money,
  bonus: Money,
  offers: z.array(TopUpOffer),
  /** What of the top-up portion can be given back to the cards that paid it; null where never. */
  refundable: Money.nullable(),
});
export type Wallet = z.infer<typeof Wallet>;

/** `POST /api/wallet/top-ups` (Idempotency-Key): answers 202 with a `TopUp`, to be followed. */
export const StartTopUp = z.object({
  /** One of the offers (else `amountNotOffered`). */
  amount: Money,
  /** The bonus that the rider saw; another one in force is refused with `priceChanged`. */
  bonus: Money,
  paymentMethodId: z.uuid(),
});
export type StartTopUp = z.infer<typeof StartTopUp>;

export const TopUpState = z.enum([
  'requested',
  /** The provider has not answered; it is asked again with the same key. */
  'unknown',
  'actionRequired',
  'credited',
  'declined',
]);
export type TopUpState = z.infer<typeof TopUpState>;

/** `GET /api/wallet/top-ups/{id}`. */
export const TopUp = z.object({
  id: z.uuid(),
  /** Short and readable on the phone to support. */
  number: z.string(),
  state: TopUpState,
  amount: Money,
  bonus: Money,
  method: PaidWith,
  /** A page of the provider where the owner confirms, while that is waited for. */
  action: z.object({ url: z.url() }).nullable(),
  /** Why it was declined. */
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
  /** Claimed of a campaign, or won in a raffle. */
  'campaign',
  /** Held when a rental begins. */
  'unlockFee',
  /** The hold let go: the charger did not come out, or nothing was due. */
  'unlockFeeReleased',
  'usage',
  /** A part of a split payment that was let go, as the card declined. */
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
  /** The total after it. */
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
 * `POST /api/wallet/refund` (Idempotency-Key): give the top-up portion back to the cards that paid it,
 * the newest top-up first; the bonus that came with it is taken back as far as it is there. Refused
 * with `notRefundable` where the operator's rules or the balance do not allow it. Answers the wallet.
 */
export const RefundWallet = z.object({
  /** What the rider was told goes back; where that is another amount by now: `priceChanged`. */
  amount: Money.optional(),
});
export type RefundWallet = z.infer<typeof RefundWallet>;
