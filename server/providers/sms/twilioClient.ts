import { z } from 'zod';
import { providerTimeoutMs } from '../providerTimeout.ts';

export interface TwilioLogin {
  base: string;
  username: string;
  password: string;
  timeoutMs?: number;
}

export interface TwilioAnswer {
  response: Response;
  /** Parsed JSON; undefined if it is not JSON. */
  body: unknown;
}

/** Posts forms below `base`. Rejects if there is no answer in time. */
export function createTwilioClient({
  base,
  username,
  password,
  timeoutMs = providerTimeoutMs,
}: TwilioLogin) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return async (path: string, form: Record<string, string>): Promise<TwilioAnswer> => {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { response, body: readJson(await response.text()) };
  };
}

const Failure = z.object({ code: z.number() });

/** Twilio's error code (twilio.com/docs/api/errors). */
export function codeOf(body: unknown): number | null {
  return Failure.safeParse(body).data?.code ?? null;
}

/** Error code: too many concurrent calls. Twilio did not process this one. */
export const tooManyAtOnce = 20429;

/** Whole seconds; null if the response has none. */
export function retryAfterOf(response: Response): number | null {
  const named = Number(response.headers.get('retry-after'));
  return Number.isInteger(named) && named > 0 ? Math.min(named, 3600) : null;
}

const Unsent = z.object({ cause: z.object({ code: z.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether the connection could not be opened, so that Twilio received nothing. */
export function neverSent(error: unknown): boolean {
  const failed = Unsent.safeParse(error);
  return failed.success && unsentCodes.has(failed.data.cause.code);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
