import { z } from 'zod';
import { longestCallMs } from '../longestCallMs.ts';

export interface TwilioLogin {
  base: string;
  username: string;
  password: string;
  timeoutMs?: number;
}

export interface TwilioAnswer {
  response: Response;
  /** Parsed JSON; undefined where it is none. */
  body: unknown;
}

/** Posts forms below `base`; rejects where there was no answer in time. */
export function createTwilioClient({
  base,
  username,
  password,
  timeoutMs = longestCallMs,
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

/** Twilio's number for what went wrong (twilio.com/docs/api/errors). */
export function codeOf(body: unknown): number | null {
  return Failure.safeParse(body).data?.code ?? null;
}

/** It did not look at the call. */
export const tooManyAtOnce = 20429;

/** Whole seconds, where it named them. */
export function retryAfterOf(response: Response): number | null {
  const named = Number(response.headers.get('retry-after'));
  return Number.isInteger(named) && named > 0 ? Math.min(named, 3600) : null;
}

const Unsent = z.object({ cause: z.object({ code: z.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether no connection came about, so that the other side read nothing. */
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
