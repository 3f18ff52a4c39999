import { z } from 'zod';
import { balanceTransactionKinds } from '../../server/providers/payments/balance.ts';
import { sandboxMinimumCharge } from './sandboxProvider.ts';

/** The JSON messages that the card issuer and its only merchant exchange over HTTP. */

export const MethodKind = z.enum(['card', 'applePay', 'googlePay', 'payPal']);

const Key = z.string().min(8).max(200);
const Amount = z.int().min(sandboxMinimumCharge);
const Currency = z.string().regex(/^[A-Z]{3}$/);

export const AttachRequest = z.object({ key: Key, token: z.string(), customer: z.string() });
export const EditRequest = z.object({
  key: Key,
  card: z.string(),
  expiryMonth: z.int().min(1).max(12).optional(),
  expiryYear: z.int().optional(),
  country: z.string().max(2).optional(),
  postalCode: z.string().max(12).optional(),
});
export const DetachRequest = z.object({ key: Key, card: z.string() });
export const DeleteCustomerRequest = z.object({ key: Key, customer: z.string() });
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
export const RefundRequest = CaptureRequest.extend({ amount: z.int().positive() });

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
    kind: MethodKind.default('card'),
    brand: z.string(),
    last4: z.string().regex(/^(\d{4})?$/),
    label: z.string().nullable().default(null),
    expiryMonth: z.int().min(1).max(12).nullable(),
    expiryYear: z.int().nullable(),
    nameOnCard: z.string(),
    country: z.string().nullable().default(null),
    postalCode: z.string().nullable().default(null),
  }),
  Declined,
]);
export type AttachAnswer = z.infer<typeof AttachAnswer>;

export const AuthorizeAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('authorized'), authorization: z.string() }),
  z.object({ outcome: z.literal('captured'), authorization: z.string() }),
  /** `path` is the path of the confirmation page on the issuer's origin. */
  z.object({ outcome: z.literal('actionRequired'), authorization: z.string(), path: z.string() }),
  Declined,
]);
export type AuthorizeAnswer = z.infer<typeof AuthorizeAnswer>;

export const MoveAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  Declined,
]);
export type MoveAnswer = z.infer<typeof MoveAnswer>;

/** Requests the transactions since the time `since`, or the transactions of one payout. */
export const TransactionsRequest = z.object({
  since: z.iso.datetime().optional(),
  payout: z.string().optional(),
  after: z.string().nullable(),
});
/** The JSON form of the server's type `BalanceTransaction`. */
export const TransactionsAnswer = z.object({
  transactions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(balanceTransactionKinds),
      type: z.string(),
      authorization: z.string().nullable(),
      charged: z.object({ amount: z.int(), currency: Currency }),
      gross: z.int(),
      fee: z.int(),
      net: z.int(),
      currency: Currency,
      createdAt: z.iso.datetime(),
      availableAt: z.iso.datetime(),
      payout: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type TransactionsAnswer = z.infer<typeof TransactionsAnswer>;
export const BalanceRequest = z.object({});
export const BalanceAnswer = z.object({
  amounts: z.array(z.object({ currency: Currency, amount: z.int() })),
});
export type BalanceAnswer = z.infer<typeof BalanceAnswer>;

/** `keyReused` means that the key was used before with other parameters, which is a bug of the merchant. */
export const IssuerError = z.object({
  error: z.enum(['keyReused', 'invalidInput', 'unauthorized']),
});

/** The issuer's record of one call that authorizes, charges, captures, voids or refunds an amount. */
export const PaymentRecord = z.object({
  id: z.string(),
  kind: z.enum(['authorization', 'charge', 'capture', 'void', 'refund']),
  key: z.string(),
  /** The id of the hold or charge that the call created or changed; null if there is none. */
  authorization: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  card: z.string().default(''),
  method: MethodKind.default('card'),
  last4: z.string(),
  label: z.string().nullable().default(null),
  outcome: z.enum(['authorized', 'captured', 'actionRequired', 'done', 'declined']),
  reason: DeclineReason.nullable(),
  description: z.string(),
  at: z.iso.datetime(),
});
export type PaymentRecord = z.infer<typeof PaymentRecord>;

/** A chargeback as the issuer stores and returns it. Amounts are in minor units. */
export const ChargebackState = z.object({
  chargeback: z.string(),
  authorization: z.string(),
  amount: z.int(),
  currency: z.string(),
  reason: z.string(),
  stage: z.enum(['needsEvidence', 'evidenceSent', 'won', 'lost']),
  dueBy: z.iso.datetime(),
  movements: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['withdrawn', 'reinstated']),
      amount: z.int(),
      fee: z.object({ amount: z.int(), currency: z.string() }),
    }),
  ),
  /** The merchant's evidence, by field. It is null until the evidence arrives. */
  evidence: z.record(z.string(), z.string()).nullable(),
});
export type ChargebackState = z.infer<typeof ChargebackState>;

export const FraudWarningState = z.object({ warning: z.string(), authorization: z.string() });
export type FraudWarningState = z.infer<typeof FraudWarningState>;

/** The size of the largest receipt that the issuer accepts, in bytes. */
export const mostReceiptBytes = 5 * 1024 * 1024;
export const ReceiptRequest = z.object({
  key: Key,
  name: z.string().min(1).max(200),
  pdf: z.base64(),
});
export const ReceiptAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('uploaded'), file: z.string() }),
  z.object({ outcome: z.literal('refused') }),
]);
export type ReceiptAnswer = z.infer<typeof ReceiptAnswer>;
/** The stored data of an uploaded receipt. The issuer does not store the file itself. */
export const StoredReceipt = z.object({ file: z.string(), name: z.string(), bytes: z.int() });
export type StoredReceipt = z.infer<typeof StoredReceipt>;

export const ChargebackRequest = z.object({ chargeback: z.string() });
export const PaymentRequest = z.object({ authorization: z.string() });
export const FraudWarningRequest = z.object({ warning: z.string() });
export const EvidenceRequest = z.object({
  key: Key,
  chargeback: z.string(),
  evidence: z.record(z.string(), z.string().max(20_000)),
});

const AboutHold = {
  authorization: z.string(),
  /** The idempotency key of the hold. */
  key: z.string(),
  amount: z.int(),
};
/** The webhooks that the issuer sends to the merchant. */
export const IssuerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['authorized', 'captured', 'voided', 'refunded', 'decided']),
    ...AboutHold,
  }),
  z.object({ type: z.literal('chargeback'), chargeback: z.string() }),
  z.object({ type: z.literal('fraudWarning'), warning: z.string() }),
  z.object({
    type: z.literal('cardRenewed'),
    card: z.string(),
    expiryMonth: z.int().min(1).max(12),
    expiryYear: z.int(),
  }),
]);
export type IssuerEvent = z.infer<typeof IssuerEvent>;
