import { z } from 'zod';
import { SheetKind } from '../../contract/payment.ts';
import type {
  AttachResult,
  AuthorizeRequest,
  AuthorizeResult,
  ChargebackResult,
  FraudWarningResult,
  MoveResult,
  PaymentProvider,
  PaymentReport,
  Unknown,
  UploadResult,
  WebhookEvent,
} from '../../server/providers/payments/provider.ts';
import {
  balanceTransactionKinds,
  type BalanceResult,
  type TransactionsResult,
} from '../../server/providers/payments/balance.ts';
import { isSigned, sandboxSignatureHeader } from './sandboxSignature.ts';

/** The smallest hold, charge or capture that the card issuer accepts, in minor units of any currency. */
export const sandboxMinimumCharge = 50;

/** The calls of the issuer's API that the merchant may make. */
export const operations = [
  'attach',
  'edit',
  'detach',
  'deleteCustomer',
  'authorize',
  'capture',
  'void',
  'refund',
  'transactions',
  'balance',
  'payment',
  'chargeback',
  'receipt',
  'evidence',
  'fraudWarning',
] as const;

export interface SandboxProviderOptions {
  /** The issuer's address for this server, without a trailing slash. */
  url: string;
  /** The issuer's address for browsers. */
  publicUrl: string;
  merchantKey: string;
  /** The key with which the issuer signs its webhooks. */
  webhookSecret: string;
  /** The time in milliseconds after which the outcome of a call without an answer is unknown. */
  timeoutMs?: number;
}

const Declined = z.object({
  outcome: z.literal('declined'),
  reason: z.enum([
    'declined',
    'insufficientFunds',
    'expired',
    'authenticationFailed',
    'invalidCard',
  ]),
});
const AttachAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('attached'),
    kind: z.enum(['card', 'applePay', 'googlePay', 'payPal']),
    card: z.string(),
    fingerprint: z.string(),
    brand: z.string(),
    last4: z.string(),
    label: z.string().nullable(),
    expiryMonth: z.int().nullable(),
    expiryYear: z.int().nullable(),
    nameOnCard: z.string(),
    country: z.string().nullable(),
    postalCode: z.string().nullable(),
  }),
  Declined,
]);
const AuthorizeAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('authorized'), authorization: z.string() }),
  z.object({ outcome: z.literal('captured'), authorization: z.string() }),
  z.object({ outcome: z.literal('actionRequired'), authorization: z.string(), path: z.string() }),
  Declined,
]);
const MoveAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  Declined,
]);

const Instant = z.iso.datetime().transform((text) => new Date(text));
const Transactions = z.object({
  transactions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(balanceTransactionKinds),
      type: z.string(),
      authorization: z.string().nullable(),
      charged: z.object({ amount: z.int(), currency: z.string() }),
      gross: z.int(),
      fee: z.int(),
      net: z.int(),
      currency: z.string(),
      createdAt: Instant,
      availableAt: Instant,
      payout: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
const Balance = z.object({
  amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
});
const Missing = z.object({ outcome: z.literal('missing') });
const ChargebackAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    chargeback: z.string(),
    authorization: z.string(),
    amount: z.int(),
    currency: z.string(),
    reason: z.string(),
    stage: z.enum(['needsEvidence', 'evidenceSent', 'won', 'lost']),
    dueBy: z.iso.datetime().transform((text) => new Date(text)),
    movements: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['withdrawn', 'reinstated']),
        amount: z.int(),
        fee: z.object({ amount: z.int(), currency: z.string() }),
      }),
    ),
  }),
  Missing,
]);
const ReceiptAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('uploaded'), file: z.string() }),
  z.object({ outcome: z.literal('refused') }),
]);
const PaymentAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    state: z.enum(['open', 'held', 'captured', 'canceled']),
    captured: z.int(),
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.int(),
        key: z.string().nullable(),
        hasFailed: z.boolean(),
      }),
    ),
  }),
  Missing,
]);
const FraudWarningAnswer = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    authorization: z.string(),
    isActionable: z.boolean(),
  }),
  Missing,
]);

/**
 * The part of a webhook that this adapter reads: ids, and a card's expiry date. The server requests all other data from
 * the issuer.
 */
const Message = z.object({
  id: z.string().min(1).max(200),
  event: z
    .discriminatedUnion('type', [
      z.object({
        type: z.enum(['authorized', 'captured', 'voided', 'refunded', 'decided']),
        authorization: z.string(),
        key: z.string(),
      }),
      z.object({ type: z.literal('chargeback'), chargeback: z.string() }),
      z.object({ type: z.literal('fraudWarning'), warning: z.string() }),
      z.object({
        type: z.literal('cardRenewed'),
        card: z.string(),
        expiryMonth: z.int().min(1).max(12),
        expiryYear: z.int().min(2000).max(2100),
      }),
    ])
    .nullable()
    .catch(null),
});

/**
 * Thrown if the issuer refused the request as invalid. The cause is a bug of this adapter or a
 * wrong key, and never a decline.
 */
export class IssuerRefusedError extends Error {
  override readonly name = 'IssuerRefusedError';
  readonly status: number;

  constructor(operation: string, status: number) {
    super(`the card issuer refused ${operation} with status ${status}`);
    this.status = status;
  }
}

const unknown: Unknown = { outcome: 'unknown' };

/**
 * Creates the adapter to the sandbox's card issuer. The adapter calls the issuer over HTTP, as it
 * would call a real provider.
 */
export function createSandboxProvider(options: SandboxProviderOptions): PaymentProvider {
  const { publicUrl, timeoutMs = 5_000 } = options;

  /**
   * Makes a call. Without a clear answer, the outcome is `unknown`, because the call may have had
   * its effect.
   */
  async function call<Answer>(
    operation: (typeof operations)[number],
    request: object,
    schema: z.ZodType<Answer>,
  ): Promise<Answer | Unknown> {
    const answer = await sendRequest(operation, request);
    if (!answer || answer.status >= 500) return unknown;
    if (answer.status !== 200) throw new IssuerRefusedError(operation, answer.status);
    return schema.parse(answer.body);
  }

  async function sendRequest(
    operation: string,
    request: object,
  ): Promise<{ status: number; body: unknown } | null> {
    try {
      const response = await fetch(`${options.url}/api/${operation}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.merchantKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(request),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      // fetch and json() throw these errors for lost connections, time-outs and incomplete bodies.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      if (error instanceof DOMException && error.name === 'TimeoutError') return null;
      throw error;
    }
  }

  return {
    name: 'sandbox',
    minimumCharge: () => sandboxMinimumCharge,
    cardForm: () => ({
      provider: 'sandbox',
      url: `${publicUrl}/card-form`,
      origin: new URL(publicUrl).origin,
      sheets: SheetKind.options.map((kind) => ({ kind, url: `${publicUrl}/sheets/${kind}` })),
    }),
    contentSources: () => ({ frames: [new URL(publicUrl).origin], scripts: [], connects: [] }),
    beginSetup: async () => null,
    attach: (request): Promise<AttachResult> => call('attach', request, AttachAnswer),
    edit: (request): Promise<MoveResult> => call('edit', request, MoveAnswer),
    readWebhook({ body, headers, now }): WebhookEvent | null {
      const signature = headers[sandboxSignatureHeader];
      if (typeof signature !== 'string') return null;
      return isSigned(options.webhookSecret, body, signature, now) ? readMessage(body) : null;
    },
    detach: (request): Promise<MoveResult> => call('detach', request, MoveAnswer),
    deleteCustomer: (request): Promise<MoveResult> => call('deleteCustomer', request, MoveAnswer),
    async authorize(request: AuthorizeRequest): Promise<AuthorizeResult> {
      const answer = await call('authorize', request, AuthorizeAnswer);
      if (answer.outcome !== 'actionRequired') return answer;
      const { outcome, authorization, path } = answer;
      return { outcome, authorization, url: `${publicUrl}${path}` };
    },
    capture: (request): Promise<MoveResult> => call('capture', request, MoveAnswer),
    void: (request): Promise<MoveResult> => call('void', request, MoveAnswer),
    refund: (request): Promise<MoveResult> => call('refund', request, MoveAnswer),
    async listTransactions(request): Promise<TransactionsResult> {
      const { after } = request;
      const selection =
        'payout' in request
          ? { payout: request.payout, after }
          : { since: request.createdSince.toISOString(), after };
      const answer = await call('transactions', selection, Transactions);
      return 'outcome' in answer ? answer : { outcome: 'page', ...answer };
    },
    async readBalance(): Promise<BalanceResult> {
      const answer = await call('balance', {}, Balance);
      return 'outcome' in answer ? answer : { outcome: 'balance', ...answer };
    },
    readPayment: (request): Promise<PaymentReport> => call('payment', request, PaymentAnswer),
    readChargeback: (request): Promise<ChargebackResult> =>
      call('chargeback', request, ChargebackAnswer),
    uploadReceipt: ({ pdf, ...request }): Promise<UploadResult> => {
      const base64 = Buffer.from(pdf).toString('base64');
      return call('receipt', { ...request, pdf: base64 }, ReceiptAnswer);
    },
    sendEvidence: (request): Promise<MoveResult> => call('evidence', request, MoveAnswer),
    readFraudWarning: (request): Promise<FraudWarningResult> =>
      call('fraudWarning', request, FraudWarningAnswer),
  };
}

function readMessage(body: string): WebhookEvent | null {
  const message = Message.safeParse(readJson(body));
  if (!message.success) return null;
  const { id, event } = message.data;
  if (event === null) return { id, about: 'other' };
  switch (event.type) {
    case 'cardRenewed': {
      const { card, expiryMonth, expiryYear } = event;
      return { id, about: 'card', card, expiryMonth, expiryYear };
    }
    case 'chargeback':
      return { id, about: 'chargeback', chargeback: event.chargeback };
    case 'fraudWarning':
      return { id, about: 'fraudWarning', warning: event.warning };
    default: {
      const { authorization, key } = event;
      const isOver = event.type === 'captured' || event.type === 'voided';
      return { id, about: 'authorization', authorization, key, ...(isOver && { isOver }) };
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
