import { randomBytes } from 'node:crypto';

// The parts of Stripe's objects that the fake uses (docs.stripe.com/api).

export type Habit =
  | 'pays'
  | 'declined'
  | 'insufficientFunds'
  | 'expired'
  | 'failsWhenCharged'
  | 'authentication';

export interface Method {
  id: string;
  object: 'payment_method';
  type: 'card' | 'paypal';
  customer: string | null;
  billing_details: {
    name: string | null;
    email: string | null;
    address: { country: string | null; postal_code: string | null };
  };
  card?: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    wallet: { type: string } | null;
  };
  paypal?: { payer_email: string | null; payer_id: string | null; country: string | null };
}

export interface Setup {
  id: string;
  object: 'setup_intent';
  client_secret: string;
  customer: string | null;
  payment_method: string | null;
  payment_method_types: string[];
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  usage: string;
  last_setup_error: ApiError | null;
  metadata: Record<string, string>;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  capture_method: 'automatic' | 'manual';
  status:
    | 'requires_payment_method'
    | 'requires_action'
    | 'requires_capture'
    | 'processing'
    | 'succeeded'
    | 'canceled';
  description: string | null;
  statement_descriptor_suffix: string | null;
  last_payment_error: ApiError | null;
  next_action: {
    type: 'redirect_to_url';
    redirect_to_url: { url: string; return_url: string };
  } | null;
  metadata: Record<string, string>;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  metadata: Record<string, string>;
}

export interface ApiError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: unknown;
}

/** An answer with an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: ApiError;

  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalid(code: string, param?: string): Refusal {
  const message = 'A message with cus_secret in it';
  return new Refusal(400, {
    type: 'invalid_request_error',
    message,
    code,
    ...(param !== undefined && { param }),
  });
}

export function missing(kind: string): Refusal {
  const error: ApiError = {
    type: 'invalid_request_error',
    message: `No such ${kind}`,
    code: 'resource_missing',
  };
  return new Refusal(404, error);
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
