import { z } from 'zod';
import { Money } from './money.ts';

export const PaymentMethodKind = z.enum(['card', 'applePay', 'googlePay', 'payPal', 'goCash']);
export type PaymentMethodKind = z.infer<typeof PaymentMethodKind>;

/** A saved way to pay. The number itself is only ever known to the payment provider. */
export const PaymentMethod = z.object({
  id: z.uuid(),
  kind: PaymentMethodKind,
  /** `visa`, `mastercard`, `amex`, …, as the provider calls it. */
  brand: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z.int(),
  nameOnCard: z.string(),
  country: z.string(),
  postalCode: z.string(),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** `GET /api/payment-methods`, the default one first. */
export const PaymentMethodList = z.object({ methods: z.array(PaymentMethod) });
export type PaymentMethodList = z.infer<typeof PaymentMethodList>;

/**
 * `GET /api/payment-methods/card-form`: where the provider's card form lives. It is shown in a frame
 * of its own origin; a number typed there comes back as a token by `postMessage`.
 */
export const CardForm = z.object({ url: z.url(), origin: z.url() });
export type CardForm = z.infer<typeof CardForm>;

/** `POST /api/payment-methods` (Idempotency-Key): keep a card that the provider's form took. */
export const AddPaymentMethod = z.object({
  /** From the provider's form, good once. */
  token: z.string().min(8).max(200),
  country: z.string().regex(/^[A-Z]{2}$/),
  postalCode: z.string().trim().max(12),
  makeDefault: z.boolean(),
});
export type AddPaymentMethod = z.infer<typeof AddPaymentMethod>;

/** One hold, charge or refund of an order, as its receipt shows it. */
export const PaymentPurpose = z.enum(['unlockFee', 'deposit', 'usage', 'overdue']);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

export const PaymentState = z.enum([
  'requested',
  'authorized',
  'declined',
  'actionRequired',
  'unknown',
  'capturing',
  'captured',
  'voiding',
  'voided',
  'expired',
  'refunding',
  'refunded',
]);
export type PaymentState = z.infer<typeof PaymentState>;

export const OrderPayment = z.object({
  purpose: PaymentPurpose,
  state: PaymentState,
  authorized: Money,
  captured: Money,
  refunded: Money,
  at: z.iso.datetime(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;
