import { z } from 'zod';
import { Money } from './money.ts';

/** The kinds of payment methods. `goCash` is the prepaid wallet, which is not a saved payment method. */
export const PaymentMethodKind = z.enum(['card', 'applePay', 'googlePay', 'payPal', 'goCash']);
export type PaymentMethodKind = z.infer<typeof PaymentMethodKind>;

/** A saved payment method. Only the payment provider has the full card number. */
export const PaymentMethod = z.object({
  id: z.uuid(),
  kind: PaymentMethodKind,
  /** The provider's name of the brand: `visa`, `mastercard`, `amex`, …; `paypal` for PayPal. */
  brand: z.string(),
  /** The last digits of the card; empty for a method without a card, such as PayPal. */
  last4: z.string().regex(/^(\d{4})?$/),
  /**
   * A text from the provider that identifies the method, such as a masked address; null for cards.
   */
  label: z.string().nullable(),
  /** The month of the expiry; null if the method does not expire. */
  expiryMonth: z.int().min(1).max(12).nullable(),
  expiryYear: z.int().nullable(),
  nameOnCard: z.string(),
  country: z.string(),
  postalCode: z.string(),
  isDefault: z.boolean(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** `GET /api/payment-methods`: the default method comes first. */
export const PaymentMethodList = z.object({ methods: z.array(PaymentMethod) });
export type PaymentMethodList = z.infer<typeof PaymentMethodList>;

/** The kinds of payment methods that the rider adds in a payment sheet. */
export const SheetKind = z.enum(['applePay', 'googlePay', 'payPal']);
export type SheetKind = z.infer<typeof SheetKind>;

/**
 * `GET /api/payment-methods/card-form`: how the app adds a payment method. With `sandbox`, the card
 * form and the sheets are pages of another origin in a frame, which return a token by
 * `postMessage`. With `stripe`, the provider's own library shows the form and the sheets.
 */
export const CardForm = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('sandbox'),
    url: z.url(),
    origin: z.url(),
    /** The available payment sheets, in the order in which the app shows them. */
    sheets: z.array(z.object({ kind: SheetKind, url: z.url() })),
  }),
  z.object({
    provider: z.literal('stripe'),
    publishableKey: z.string(),
    /**
     * The payment sheets that the operator enabled. The app checks which of these sheets the device
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
 * `POST /api/payment-methods/setups` (Idempotency-Key): with `stripe`, returns the data with which Stripe's library
 * saves a payment method for later charges. It returns `notFound` if the provider needs no setup, or does not offer the
 * kind.
 */
export const PaymentSetup = z.object({ id: z.string(), clientSecret: z.string() });
export type PaymentSetup = z.infer<typeof PaymentSetup>;

const Country = z.string().regex(/^[A-Z]{2}$/);
const PostalCode = z.string().trim().max(12);

/** `POST /api/payment-methods` (Idempotency-Key) saves a payment method from the provider's form. */
export const AddPaymentMethod = z.object({
  /** A token from the provider's form or sheet, valid once. With `stripe`, it is the id of the setup. */
  token: z.string().min(8).max(200),
  /**
   * Only cards need a country, and a postal code if the country has postal codes. A payment sheet
   * supplies both itself.
   */
  country: Country.optional(),
  postalCode: PostalCode.optional(),
  makeDefault: z.boolean(),
});
export type AddPaymentMethod = z.infer<typeof AddPaymentMethod>;

/**
 * `PATCH /api/payment-methods/{id}` (Idempotency-Key) changes a card's expiry or billing address.
 */
export const EditPaymentMethod = z
  .object({
    expiryMonth: z.int().min(1).max(12),
    /** The year with four digits. */
    expiryYear: z.int().min(2000).max(2100),
    country: Country,
    postalCode: PostalCode,
  })
  .partial();
export type EditPaymentMethod = z.infer<typeof EditPaymentMethod>;

/**
 * `DELETE /api/payment-methods/{id}?nextDefault=` (Idempotency-Key) removes a method and returns the list. If the
 * method is the default method and there are others, `nextDefault` is required; without it the call returns
 * `defaultRequired`. A method that pays for an open order or a pending top-up cannot be removed (`methodInUse`).
 *
 * `POST /api/payment-methods/{id}/default` makes a method the default and returns the list.
 */
export const RemovePaymentMethod = z.object({ nextDefault: z.uuid().optional() });
export type RemovePaymentMethod = z.infer<typeof RemovePaymentMethod>;

/** What a payment is for. */
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

/** The events of a payment. Each event occurs at most once, except refunds. */
export const PaymentStep = z.object({
  step: z.enum(['placed', 'captured', 'released', 'refunded', 'declined']),
  amount: Money,
  at: z.iso.datetime(),
  /**
   * The time of the failure, if the provider accepted a refund and the refund failed later. The
   * operator still has the money, and support has a case. Only steps of failed refunds have this
   * field.
   */
  failedAt: z.iso.datetime().optional(),
});
export type PaymentStep = z.infer<typeof PaymentStep>;

/** The payment method that a receipt names, even after the rider has removed it. For GoCash, the texts are empty. */
export const PaidWith = z.object({
  kind: PaymentMethodKind,
  brand: z.string(),
  last4: z.string(),
  label: z.string().nullable(),
});
export type PaidWith = z.infer<typeof PaidWith>;

/** A payment of an order, as the receipt shows it: a hold or charge, with its refunds. */
export const OrderPayment = z.object({
  id: z.uuid(),
  purpose: PaymentPurpose,
  /** True if the hold of the deposit also includes the unlock fee. */
  includesUnlockFee: z.boolean().optional(),
  state: PaymentState,
  authorized: Money,
  captured: Money,
  refunded: Money,
  at: z.iso.datetime(),
  method: PaidWith,
  /** The part of the captured amount that came from the bonus in the wallet; zero except for GoCash. */
  fromBonus: Money,
  /** The steps of the payment, the oldest first. */
  steps: z.array(PaymentStep),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/**
 * `GET /api/payments/holds`: the rider's active holds on cards, and the payments whose release or refund the bank may
 * still be processing. At most 50, the newest payment first.
 */
export const Holds = z.object({
  holds: z.array(z.object({ orderId: z.uuid(), orderNumber: z.string(), payment: OrderPayment })),
});
export type Holds = z.infer<typeof Holds>;
