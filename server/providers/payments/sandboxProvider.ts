import { z } from 'zod';
import type {
  AttachResult,
  AuthorizeRequest,
  AuthorizeResult,
  MoveResult,
  PaymentProvider,
  Unknown,
} from './provider.ts';

export interface SandboxProviderOptions {
  /** Where this server reaches the issuer, without a trailing slash. */
  url: string;
  /** Where people's browsers reach it. */
  publicUrl: string;
  merchantKey: string;
  /** After so long an answer counts as unknown, in milliseconds. */
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
    card: z.string(),
    fingerprint: z.string(),
    brand: z.string(),
    last4: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    nameOnCard: z.string(),
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

/** The issuer says that our request is wrong: a bug of ours, never a decline. */
export class IssuerRefusedError extends Error {
  override readonly name = 'IssuerRefusedError';
  readonly status: number;

  constructor(operation: string, status: number) {
    super(`the card issuer refused ${operation} with status ${status}`);
    this.status = status;
  }
}

const unknown: Unknown = { outcome: 'unknown' };

/** The sandbox's card issuer, reached over HTTP like any provider's API. */
export function createSandboxProvider(options: SandboxProviderOptions): PaymentProvider {
  const { publicUrl, timeoutMs = 5_000 } = options;

  /** `unknown` wherever the effect may have happened without an answer that tells. */
  async function call<Answer>(
    operation: 'attach' | 'detach' | 'authorize' | 'capture' | 'void' | 'refund',
    request: object,
    schema: z.ZodType<Answer>,
  ): Promise<Answer | Unknown> {
    const answer = await ask(operation, request);
    if (!answer || answer.status >= 500) return unknown;
    if (answer.status !== 200) throw new IssuerRefusedError(operation, answer.status);
    return schema.parse(answer.body);
  }

  async function ask(
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
      // fetch and json() reject with these for cut lines, time-outs and cut bodies.
      if (error instanceof TypeError || error instanceof SyntaxError) return null;
      if (error instanceof DOMException && error.name === 'TimeoutError') return null;
      throw error;
    }
  }

  return {
    name: 'sandbox',
    cardForm: () => ({ url: `${publicUrl}/card-form`, origin: new URL(publicUrl).origin }),
    attach: (request): Promise<AttachResult> => call('attach', request, AttachAnswer),
    detach: (request): Promise<MoveResult> => call('detach', request, MoveAnswer),
    async authorize(request: AuthorizeRequest): Promise<AuthorizeResult> {
      const answer = await call('authorize', request, AuthorizeAnswer);
      if (answer.outcome !== 'actionRequired') return answer;
      const { outcome, authorization, path } = answer;
      return { outcome, authorization, url: `${publicUrl}${path}` };
    },
    capture: (request): Promise<MoveResult> => call('capture', request, MoveAnswer),
    void: (request): Promise<MoveResult> => call('void', request, MoveAnswer),
    refund: (request): Promise<MoveResult> => call('refund', request, MoveAnswer),
  };
}
