import { z } from 'zod';

/** What the card issuer and its one merchant say to each other over HTTP (JSON). */

const Key = z.string().min(8).max(200);
const Amount = z.int().positive();
const Currency = z.string().regex(/^[A-Z]{3}$/);

export const AttachRequest = z.object({ key: Key, token: z.string(), customer: z.string() });
export const DetachRequest = z.object({ key: Key, card: z.string() });
export const AuthorizeRequest = z.object({
  key: Key,
  card: z.string(),
  customer: z.string(),
  amount: Amount,
  currency: Currency,
  description: z.string().max(500),
  capture: z.boolean(),
  onSession: z.boolean(),
});
export const CaptureRequest = z.object({
  key: Key,
  authorization: z.string(),
  amount: Amount,
  currency: Currency,
});
export const VoidRequest = z.object({ key: Key, authorization: z.string() });
export const RefundRequest = CaptureRequest;

export const DeclineReason = z.enum([
  'declined',
  'insufficientFunds',
  'expired',
  'authenticationFailed',
  'invalidCard',
]);
const Declined = z.object({ outcome: z.literal('declined'), reason: DeclineReason });

export const AttachAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('attached'),
    card: z.string(),
    fingerprint: z.string(),
    brand: z.string(),
    last4: z.string().regex(/^\d{4}$/),
    expiryMonth: z.int().min(1).max(12),
    expiryYear: z.int(),
    nameOnCard: z.string(),
  }),
  Declined,
]);
export type AttachAnswer = z.infer<typeof AttachAnswer>;

export const AuthorizeAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('authorized'), authorization: z.string() }),
  z.object({ outcome: z.literal('captured'), authorization: z.string() }),
  /** Where the page to confirm is, below the issuer's address. */
  z.object({ outcome: z.literal('actionRequired'), authorization: z.string(), path: z.string() }),
  Declined,
]);
export type AuthorizeAnswer = z.infer<typeof AuthorizeAnswer>;

export const MoveAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  Declined,
]);
export type MoveAnswer = z.infer<typeof MoveAnswer>;

/** Answered with 409: the key was used with other parameters. That is a bug of the merchant's. */
export const IssuerError = z.object({
  error: z.enum(['keyReused', 'invalidInput', 'unauthorized']),
});

/** What the issuer saw: one record per key that moves money. */
export const PaymentRecord = z.object({
  id: z.string(),
  kind: z.enum(['authorization', 'charge', 'capture', 'void', 'refund']),
  key: z.string(),
  /** The hold that it belongs to; null where none was made. */
  authorization: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  last4: z.string(),
  outcome: z.enum(['authorized', 'captured', 'actionRequired', 'done', 'declined']),
  reason: DeclineReason.nullable(),
  description: z.string(),
  at: z.iso.datetime(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;
