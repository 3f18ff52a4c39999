import { z } from 'zod';
import { Money } from './money.ts';

/** `goCash` is the prepaid wallet: a payment method that is not among the saved ones. */
export const PaymentMethodKind = z.enum(['card', 'applePay', 'googlePay', 'payPal', 'goCash']);
export type PaymentMethodKind = z.infer<typeof PaymentMethodKind>;

/** A saved payment method. Only the payment provider knows the full card number. */
export const PaymentMethod = z.object({
  id: z.uuid(),
  kind: PaymentMethodKind,
  /** `visa`, `mastercard`, `amex`, …, as the provider names it; `paypal` for PayPal. */
  brand: z.string(),
  /** Empty if there is no card, as with PayPal. */
  last4: z.string().regex(/^(\d{4})?$/),
  /**
   * A text from the provider that identifies the method, such as a masked address; null for cards.
   */
  label: z.string().nullable(),
  /** Null if nothing expires. */
  expiryMonth: z.int().min(1).max(12).nullable(),
  expiryYear: z.int().nullable(),
  nameOnCard: z.string(),
  country: z.string(),
  postalCode: z.string(),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** `GET /api/payment-methods`, the default one first. */
export const PaymentMethodList = z.object({ methods: z.array(PaymentMethod) });
export type PaymentMethodList = z.infer<typeof PaymentMethodList>;

/** The payment methods that the provider collects with its own payment sheet. */
export const SheetKind = z.enum(['applePay', 'googlePay', 'payPal']);
export type SheetKind = z.infer<typeof SheetKind>;

/**
 * `GET /api/payment-methods/card-form`: how the app adds a payment method. With `sandbox` the card
 * form and the sheets are pages of another origin in a frame, which return a token by
 * `postMessage`. With `stripe` the provider's own library shows them.
 */
export const CardForm = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('sandbox'),
    url: z.url(),
    origin: z.url(),
    /** The available payment sheets, in the order to show them. */
    sheets: z.array(z.object({ kind: SheetKind, url: z.url() })),
  }),
  z.object({
    provider: z.literal('stripe'),
    publishableKey: z.string(),
    /**
     * The payment sheets that the operator enabled; the app checks which of them the device
     * supports.
     */
    sheets: z.array(z.object({ kind: SheetKind })),
  }),
]);
export type CardForm = z.infer<typeof CardForm>;

/** The body of `POST /api/payment-methods/setups`. */
export const BeginSetup = z.object({ kind: z.enum(['card', ...SheetKind.options]) });
export type BeginSetup = z.infer<typeof BeginSetup>;

/**
 * `POST /api/payment-methods/setups` (Idempotency-Key): with `stripe`, what its library needs to
 * save a payment method for later charges. Refused with `notFound` if the provider needs no setup,
 * or does not offer the kind.
 */
export const PaymentSetup = z.object({ id: z.string(), clientSecret: z.string() });
export type PaymentSetup = z.infer<typeof PaymentSetup>;

const Country = z.string().regex(/^[A-Z]{2}$/);
const PostalCode = z.string().trim().max(12);

/**
 * `POST /api/payment-methods` (Idempotency-Key): save a payment method from the provider's form.
 */
export const AddPaymentMethod = z.object({
  /** Token from the provider's form or sheet, valid once; with `stripe` the id of the setup. */
  token: z.string().min(8).max(200),
  /** Country and postal code are for cards only. A payment sheet supplies both itself. */
  country: Country.optional(),
  postalCode: PostalCode.optional(),
  makeDefault: z.boolean(),
});
export type AddPaymentMethod = z.infer<typeof AddPaymentMethod>;

/**
 * `PATCH /api/payment-methods/{id}` (Idempotency-Key): change a card's expiry or billing address.
 */
export const EditPaymentMethod = z
  .object({
    expiryMonth: z.int().min(1).max(12),
    /** Four digits. */
    expiryYear: z.int().min(2000).max(2100),
    country: Country,
    postalCode: PostalCode,
  })
  .partial();
export type EditPaymentMethod = z.infer<typeof EditPaymentMethod>;

/**
 * `DELETE /api/payment-methods/{id}?nextDefault=` (Idempotency-Key). Removing the default method
 * while others remain needs `nextDefault` (else `defaultRequired`). A method that pays an open
 * order or a pending top-up cannot be removed (`methodInUse`). Answers the list.
 *
 * `POST /api/payment-methods/{id}/default` makes it the default one. Answers the list.
 */
export const RemovePaymentMethod = z.object({ nextDefault: z.uuid().optional() });
export type RemovePaymentMethod = z.infer<typeof RemovePaymentMethod>;

/** The purpose of a hold, charge or refund. */
export const PaymentPurpose = z.enum(['unlockFee', 'deposit', 'usage', 'overdue', 'topUp']);
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

/** The events of a payment; each occurs at most once, except refunds. */
export const PaymentStep = z.object({
  step: z.enum(['placed', 'captured', 'released', 'refunded', 'declined']),
  amount: Money,
  at: z.iso.datetime(),
});
export type PaymentStep = z.infer<typeof PaymentStep>;

/** The method's name for receipts, also after its removal; null for GoCash. */
export const PaidWith = z.object({
  kind: PaymentMethodKind,
  brand: z.string(),
  last4: z.string(),
  label: z.string().nullable(),
});
export type PaidWith = z.infer<typeof PaidWith>;

/** One hold, charge or refund of an order, as its receipt shows it. */
export const OrderPayment = z.object({
  id: z.uuid(),
  purpose: PaymentPurpose,
  /** The hold of the deposit also holds the unlock fee. Absent: it does not. */
  includesUnlockFee: z.boolean().optional(),
  state: PaymentState,
  authorized: Money,
  captured: Money,
  refunded: Money,
  at: z.iso.datetime(),
  method: PaidWith,
  /** The part of the captured amount that the wallet's bonus paid. Zero except for GoCash. */
  fromBonus: Money,
  /** Oldest first. */
  steps: z.array(PaymentStep),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/**
 * `GET /api/payments/holds`: the rider's active card holds, and those whose release or refund the
 * bank may still be processing. Newest first.
 */
export const Holds = z.object({
  holds: z.array(z.object({ orderId: z.uuid(), orderNumber: z.string(), payment: OrderPayment })),
});
export type Holds = z.infer<typeof Holds>;
