import { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentProvider, WebhookEvent } from '../provider.ts';
import { fromStripe } from './amounts.ts';

/** The highest age of a message in seconds (docs.stripe.com/webhooks). */
const tolerance = 300;

/**
 * The schemas below check the received events, because an event may not match the types of Stripe's
 * package. The format of an event depends on the API version with which the operator created the
 * webhook endpoint.
 */
const Id = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const Event = z.object({
  id: Id,
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]);
const Intent = z.object({ object: z.literal('payment_intent'), id: Id });
const Dispute = z.object({ object: z.literal('dispute'), id: Id });
const FraudWarning = z.object({
  object: z.literal('radar.early_fraud_warning'),
  id: Id,
});
const Refund = z.object({
  object: z.literal('refund'),
  id: Id,
  amount: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  metadata: z.object({ key: z.string().optional() }).nullish(),
  payment_intent: Reference,
  status: z.string(),
});
const Refunded = z.object({
  object: z.enum(['charge', 'refund']),
  payment_intent: Reference,
  metadata: z.object({ key: z.string().optional() }).nullish(),
});
const Card = z.object({
  object: z.literal('payment_method'),
  id: Id,
  card: z.object({ exp_month: z.int().min(1).max(12), exp_year: z.int().min(2000).max(9999) }),
});

type Sent = Parameters<PaymentProvider['readWebhook']>[0];

/**
 * Checks the signature of the unchanged body with each secret, and reads the event. Null if no secret fits, if the
 * message is too old, or if the body is not an event.
 */
export function readStripeWebhook(secrets: readonly string[], sent: Sent): WebhookEvent | null {
  for (const secret of secrets) {
    const event = readSigned(secret, sent);
    if (event !== null) return event;
  }
  return null;
}

function readSigned(secret: string, { body, headers, now }: Sent): WebhookEvent | null {
  const signature = headers['stripe-signature'];
  // An empty signature is refused here, because Stripe's package throws a different error for it than for a wrong
  // signature.
  if (typeof signature !== 'string' || /v1=(,|$)/.test(signature)) return null;
  try {
    const sent = Stripe.webhooks.constructEvent(
      body,
      signature,
      secret,
      tolerance,
      undefined,
      now.getTime(),
    );
    const event = Event.safeParse(sent);
    return event.success ? meaningOf(event.data) : null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    // The signature is right, but the body is not JSON.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Whether this server made the refund. This server writes a key into the metadata of each refund
 * that it makes. The metadata of a charge proves nothing, because Stripe copies it from the
 * PaymentIntent.
 */
function isOwnRefund({ object, metadata }: z.infer<typeof Refunded>): boolean {
  return object === 'refund' && metadata?.key !== undefined;
}

function meaningOf({ id, type, data: { object } }: z.infer<typeof Event>): WebhookEvent {
  if (type.startsWith('payment_intent.')) {
    const intent = Intent.safeParse(object);
    if (intent.success) {
      const isOver = type === 'payment_intent.succeeded' || type === 'payment_intent.canceled';
      return {
        id,
        about: 'authorization',
        authorization: intent.data.id,
        ...(isOver && { isOver }),
      };
    }
  }
  if (type === 'charge.refunded' || type === 'refund.created') {
    const refunded = Refunded.safeParse(object);
    if (refunded.success && !isOwnRefund(refunded.data)) {
      return { id, about: 'refund', authorization: refunded.data.payment_intent };
    }
  }
  // The types of these events end in `created`, `updated`, `closed`, `funds_withdrawn` or `funds_reinstated`.
  if (type.startsWith('charge.dispute.')) {
    const dispute = Dispute.safeParse(object);
    if (dispute.success) return { id, about: 'chargeback', chargeback: dispute.data.id };
  }
  if (type.startsWith('radar.early_fraud_warning.')) {
    const warning = FraudWarning.safeParse(object);
    if (warning.success) return { id, about: 'fraudWarning', warning: warning.data.id };
  }
  // A pending refund counts as done, but Stripe may report days later that the refund failed.
  if (type === 'refund.failed' || type === 'charge.refund.updated') {
    const refund = Refund.safeParse(object);
    if (refund.success && ['failed', 'canceled'].includes(refund.data.status)) {
      const { payment_intent: authorization, amount, currency, metadata } = refund.data;
      return {
        id,
        about: 'refundFailed',
        authorization,
        refund: refund.data.id,
        amount: fromStripe(amount, currency.toUpperCase()),
        key: metadata?.key,
      };
    }
  }
  if (type === 'payment_method.automatically_updated' || type === 'payment_method.updated') {
    const card = Card.safeParse(object);
    if (card.success) {
      const { exp_month: expiryMonth, exp_year: expiryYear } = card.data.card;
      return { id, about: 'card', card: card.data.id, expiryMonth, expiryYear };
    }
  }
  return { id, about: 'other' };
}
