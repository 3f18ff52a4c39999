import { z } from 'zod';
import { Money } from './money.ts';

/** `goCash` is the prepaid wallet: a way to pay that is not among the saved methods. */
export const PaymentMethodKind = z.enum(['card', 'applePay', 'googlePay', 'payPal', 'goCash']);
export type PaymentMethodKind = z.infer<typeof PaymentMethodKind>;

/** A saved way to pay. The number itself is only ever known to the payment provider. */
export const PaymentMethod = z.object({
  id: z.uuid(),
  kind: PaymentMethodKind,
  /** `visa`, `mastercard`, `amex`, …, as the provider calls it; `paypal` for PayPal. */
  brand: z.string(),
  /** Empty where there is no card, as with PayPal. */
  last4: z.string().regex(/^(\d{4})?$/),
  /** What the provider calls it, to be recognised by, such as a masked address; null for cards. */
  label: z.string().nullable(),
  /** Null where nothing expires. */
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

/** The ways to pay that the provider asks for on a sheet of its own. */
export const SheetKind = z.enum(['applePay', 'googlePay', 'payPal']);
export type SheetKind = z.infer<typeof SheetKind>;

/**
 * `GET /api/payment-methods/card-form`: how a new way to pay is asked for. With `sandbox` the card form
 * and the sheets are pages of another origin, shown in a frame: what is typed there comes back as a
 * token by `postMessage`. With `stripe` the provider's own library shows them.
 */
export const CardForm = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('sandbox'),
    url: z.url(),
    origin: z.url(),
    /** The sheets on offer, in the order to show them. */
    sheets: z.array(z.object({ kind: SheetKind, url: z.url() })),
  }),
  z.object({
    provider: z.literal('stripe'),
    publishableKey: z.string(),
    /** The sheets that the operator has switched on; the device decides which of them it has. */
    sheets: z.array(z.object({ kind: SheetKind })),
  }),
]);
export type CardForm = z.infer<typeof CardForm>;

/** Of `POST /api/payment-methods/setups`. */
export const BeginSetup = z.object({ kind: z.enum(['card', ...SheetKind.options]) });
export type BeginSetup = z.infer<typeof BeginSetup>;

/**
 * `POST /api/payment-methods/setups` (Idempotency-Key): with `stripe`, what its library needs to take
 * a way to pay that is charged later. Refused with `notFound` by a provider that needs none, or does
 * not offer the kind.
 */
export const PaymentSetup = z.object({ id: z.string(), clientSecret: z.string() });
export type PaymentSetup = z.infer<typeof PaymentSetup>;

const Country = z.string().regex(/^[A-Z]{2}$/);
const PostalCode = z.string().trim().max(12);

/** `POST /api/payment-methods` (Idempotency-Key): keep a way to pay that the provider's form took. */
export const AddPaymentMethod = z.object({
  /** From the provider's form or sheet, good once; with `stripe` the id of the setup. */
  token: z.string().min(8).max(200),
  /** Of a card; a sheet knows both itself. */
  country: Country.optional(),
  postalCode: PostalCode.optional(),
  makeDefault: z.boolean(),
});
export type AddPaymentMethod = z.infer<typeof AddPaymentMethod>;

/** `PATCH /api/payment-methods/{id}` (Idempotency-Key): a renewed card, or where it is billed. */
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
 * `DELETE /api/payment-methods/{id}?nextDefault=` (Idempotency-Key). Removing the default one while
 * others are left needs `nextDefault` (else `defaultRequired`); one that an open order or a top-up
 * under way is paid with stays (`methodInUse`). Answers the list.
 *
 * `POST /api/payment-methods/{id}/default` makes it the default one. Answers the list.
 */
export const RemovePaymentMethod = z.object({ nextDefault: z.uuid().optional() });
export type RemovePaymentMethod = z.infer<typeof RemovePaymentMethod>;

/** What a hold, charge or refund is for. */
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

/** What has happened to a payment, each once but refunds. */
export const PaymentStep = z.object({
  step: z.enum(['placed', 'captured', 'released', 'refunded', 'declined']),
  amount: Money,
  at: z.iso.datetime(),
});
export type PaymentStep = z.infer<typeof PaymentStep>;

/** The method as receipts name it, also after it was removed; null for GoCash. */
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
  state: PaymentState,
  authorized: Money,
  captured: Money,
  refunded: Money,
  at: z.iso.datetime(),
  method: PaidWith,
  /** Of the captured amount: what the wallet's bonus paid. Zero but for GoCash. */
  fromBonus: Money,
  /** Oldest first. */
  steps: z.array(PaymentStep),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/**
 * `GET /api/payments/holds`: the card holds of the rider's orders that stand, or whose release or
 * refund the bank may still be busy with. Newest first.
 */
export const Holds = z.object({
  holds: z.array(z.object({ orderId: z.uuid(), orderNumber: z.string(), payment: OrderPayment })),
});
export type Holds = z.infer<typeof Holds>;
