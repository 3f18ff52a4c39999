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
  /** The parsed JSON; undefined if the body is not JSON. */
  body: unknown;
}

/** Posts forms to paths below `base`. The promise rejects if no answer arrives in time. */
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

/** The error code of Twilio (twilio.com/docs/api/errors); null if there is none. */
export function codeOf(body: unknown): number | null {
  return Failure.safeParse(body).data?.code ?? null;
}

/** The error code for too many concurrent calls. Twilio does not process such a call. */
export const tooManyAtOnce = 20429;

/** Returns the seconds to wait, as a whole number; null if the response does not contain them. */
export function retryAfterOf(response: Response): number | null {
  const named = Number(response.headers.get('retry-after'));
  return Number.isInteger(named) && named > 0 ? Math.min(named, 3600) : null;
}

const Unsent = z.object({ cause: z.object({ code: z.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether the connection could not be opened. If so, Twilio received nothing. */
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
