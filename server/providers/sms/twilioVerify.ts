import { z } from 'zod';
import {
  CarrierError,
  type CarrierRefusal,
  type CarrierVerdict,
  type CheckingCarrier,
} from './carrier.ts';

export interface TwilioVerifyOptions {
  /** `https://verify.twilio.com`, or what stands in for it; without a trailing slash. */
  url: string;
  /** `VA…` */
  serviceSid: string;
  /** An API key, or the account itself with its auth token. */
  username: string;
  password: string;
  /** After so long without an answer a call has failed. */
  timeoutMs?: number;
}

/**
 * Twilio Verify by its REST API, version 2 (twilio.com/docs/verify/api): Twilio makes the code, words
 * the message and checks the answer. The service's codes must have six digits, which is its default;
 * they live ten minutes, as ours do.
 */
export function createTwilioVerify({
  url,
  serviceSid,
  username,
  password,
  timeoutMs = 8_000,
}: TwilioVerifyOptions): CheckingCarrier {
  const base = `${url}/v2/Services/${encodeURIComponent(serviceSid)}`;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

  const ask = async (path: string, form: Record<string, string>): Promise<TwilioAnswer> => {
    const response = await fetch(`${base}/${path}`, {
      method: 'POST',
      headers: { authorization, accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { response, body: readJson(await response.text()) };
  };

  /** Asks again only where nothing was done: a second text, or a second try, costs. */
  const post = async (path: string, form: Record<string, string>): Promise<TwilioAnswer> => {
    try {
      const answer = await ask(path, form).catch((error: unknown) => {
        if (neverSent(error)) return null;
        throw error;
      });
      if (answer && codeOf(answer.body) !== codes.tooManyAtOnce) return answer;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      return await ask(path, form);
    } catch (error) {
      const why = error instanceof Error ? error.name : 'unknown';
      throw new CarrierError('unavailable', `Twilio did not answer: ${why}`, { cause: error });
    }
  };

  return {
    checks: true,

    async send({ to, language, replaces }) {
      // Until it is cancelled Twilio texts the same code again, with what is left of its ten minutes.
      // That would do too, so it does not matter how this ends.
      if (replaces !== null) {
        await post(`Verifications/${replaces}`, { Status: 'canceled' }).catch(onlyCarrierError);
      }
      const form = { To: to, Channel: 'sms' };
      let { response, body } = await post('Verifications', { ...form, Locale: language });
      // So it refuses a language that it has no words for; then the number's country decides.
      if (response.status === 404) ({ response, body } = await post('Verifications', form));
      if (!response.ok) throw refusal(response, body);
      const sent = Sent.safeParse(body);
      if (!sent.success) throw new CarrierError('unavailable', 'Twilio was not understood');
      return sent.data.sid;
    },

    async check(reference, code) {
      const form = { VerificationSid: reference, Code: code };
      const { response, body } = await post('VerificationCheck', form);
      if (!response.ok) {
        if (codeOf(body) === codes.maxChecks) return 'exhausted';
        // It forgets what has expired, was approved or had its five checks. A service that does not
        // exist answers alike, but then nothing could have been sent.
        if (response.status === 404) return 'gone';
        throw refusal(response, body);
      }
      const verdict = verdicts.get(Checked.safeParse(body).data?.status ?? '');
      if (!verdict) throw new CarrierError('unavailable', 'Twilio was not understood');
      return verdict;
    },
  };
}

/** After "too many at once" a call was not looked at; a moment later it usually is. */
const retryAfterMs = 400;

interface TwilioAnswer {
  response: Response;
  body: unknown;
}

const Sid = z.string().regex(/^VE[0-9a-f]{32}$/i);
const Sent = z.object({ sid: Sid, status: z.literal('pending') });

const Checked = z.object({ status: z.string() });
const verdicts = new Map<string, CarrierVerdict>([
  ['approved', 'right'],
  ['pending', 'wrong'],
  ['max_attempts_reached', 'exhausted'],
  ['expired', 'gone'],
  ['canceled', 'gone'],
  ['deleted', 'gone'],
  ['failed', 'gone'],
]);

const Failure = z.object({ code: z.number() });

/** Twilio's number for what went wrong. */
function codeOf(body: unknown): number | null {
  return Failure.safeParse(body).data?.code ?? null;
}

/** twilio.com/docs/api/errors */
const codes = { tooManyAtOnce: 20429, maxChecks: 60202, maxSends: 60203, fraud: 60410 } as const;

const reasons: Record<number, CarrierRefusal> = {
  // The number, since all other parameters are ours: none at all, not in service, a landline.
  60200: 'phoneInvalid',
  60006: 'phoneInvalid',
  60205: 'phoneInvalid',
  // Countries that the account does not send to, or Twilio does not.
  60220: 'countryNotServed',
  60238: 'countryNotServed',
  60605: 'countryNotServed',
  // Its own limits, the service's, and what it has stopped for a while because of fraud.
  [codes.tooManyAtOnce]: 'tooManyRequests',
  [codes.maxSends]: 'tooManyRequests',
  60207: 'tooManyRequests',
  60212: 'tooManyRequests',
  [codes.fraud]: 'tooManyRequests',
  60412: 'tooManyRequests',
};

/** Seconds, where Twilio names none: a verification's life, and the longest that is worth naming. */
const waits: Record<number, number> = { [codes.maxSends]: 600, [codes.fraud]: 3600, 60412: 3600 };

function refusal(response: Response, body: unknown): CarrierError {
  const code = codeOf(body);
  const known = code === null ? undefined : reasons[code];
  const reason = known ?? (response.status === 429 ? 'tooManyRequests' : 'unavailable');
  const named = Number(response.headers.get('retry-after'));
  const retryAfter = Number.isInteger(named) && named > 0 ? Math.min(named, 3600) : null;
  return new CarrierError(reason, `Twilio answered ${response.status}, code ${code ?? 'none'}`, {
    retryAfter: retryAfter ?? (code === null ? null : (waits[code] ?? null)),
  });
}

const Unsent = z.object({ cause: z.object({ code: z.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether no connection came about, so that the other side read nothing. */
function neverSent(error: unknown): boolean {
  const failed = Unsent.safeParse(error);
  return failed.success && unsentCodes.has(failed.data.cause.code);
}

function onlyCarrierError(error: unknown): void {
  if (!(error instanceof CarrierError)) throw error;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
