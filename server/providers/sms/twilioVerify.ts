import { z } from 'zod';
import {
  CarrierError,
  type CarrierRefusal,
  type CarrierVerdict,
  type CheckingCarrier,
} from './carrier.ts';
import {
  codeOf,
  createTwilioClient,
  neverSent,
  retryAfterOf,
  tooManyAtOnce,
  type TwilioAnswer,
} from './twilioClient.ts';
import { longestCallMs } from '../longestCallMs.ts';

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
  timeoutMs = longestCallMs,
}: TwilioVerifyOptions): CheckingCarrier {
  const base = `${url}/v2/Services/${encodeURIComponent(serviceSid)}`;
  const ask = createTwilioClient({ base, username, password, timeoutMs });

  /** Asks again only where nothing was done: a second text, or a second try, costs. */
  const post = async (path: string, form: Record<string, string>): Promise<TwilioAnswer> => {
    try {
      const answer = await ask(path, form).catch((error: unknown) => {
        if (neverSent(error)) return null;
        throw error;
      });
      if (answer && codeOf(answer.body) !== tooManyAtOnce) return answer;
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

/** twilio.com/docs/api/errors */
const codes = { maxChecks: 60202, maxSends: 60203, fraud: 60410 } as const;

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
  [tooManyAtOnce]: 'tooManyRequests',
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
  return new CarrierError(reason, `Twilio answered ${response.status}, code ${code ?? 'none'}`, {
    retryAfter: retryAfterOf(response) ?? (code === null ? null : (waits[code] ?? null)),
  });
}

function onlyCarrierError(error: unknown): void {
  if (!(error instanceof CarrierError)) throw error;
}
