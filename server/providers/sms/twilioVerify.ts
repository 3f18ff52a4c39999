import { z } from 'zod';
import {
  CodeProviderError,
  type CodeRefusal,
  type CodeVerdict,
  type CheckingCodeProvider,
} from './codeProvider.ts';
import {
  codeOf,
  createTwilioClient,
  neverSent,
  retryAfterOf,
  tooManyAtOnce,
  type TwilioAnswer,
} from './twilioClient.ts';
import { providerTimeoutMs } from '../providerTimeout.ts';

export interface TwilioVerifyOptions {
  /** `https://verify.twilio.com` or a replacement, without a trailing slash. */
  url: string;
  /** `VA…` */
  serviceSid: string;
  /** An API key, or the account itself with its auth token. */
  username: string;
  password: string;
  /** After this time without an answer a call has failed. */
  timeoutMs?: number;
}

/**
 * Twilio Verify by its REST API, version 2 (twilio.com/docs/verify/api): Twilio creates the code,
 * writes the message and checks the answer. The service's codes must have six digits, which is the
 * default. They expire after ten minutes, as ours do.
 */
export function createTwilioVerify({
  url,
  serviceSid,
  username,
  password,
  timeoutMs = providerTimeoutMs,
}: TwilioVerifyOptions): CheckingCodeProvider {
  const base = `${url}/v2/Services/${encodeURIComponent(serviceSid)}`;
  const ask = createTwilioClient({ base, username, password, timeoutMs });

  /** Repeats a call only if Twilio did not process it, because each text and each check counts. */
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
      throw new CodeProviderError('unavailable', `Twilio did not answer: ${why}`, { cause: error });
    }
  };

  return {
    checks: true,

    async send({ to, language, replaces }) {
      // Without this, Twilio would send the same code again, with the rest of its ten minutes. The
      // old code would also work, so a failure here does not matter.
      if (replaces !== null) {
        await post(`Verifications/${replaces}`, { Status: 'canceled' }).catch(onlyProviderError);
      }
      const form = { To: to, Channel: 'sms' };
      let { response, body } = await post('Verifications', { ...form, Locale: language });
      // Twilio does not support the language: let it choose one by the number's country.
      if (response.status === 404) ({ response, body } = await post('Verifications', form));
      if (!response.ok) throw refusal(response, body);
      const sent = Sent.safeParse(body);
      if (!sent.success) throw new CodeProviderError('unavailable', 'Twilio was not understood');
      return sent.data.sid;
    },

    async check(reference, code) {
      const form = { VerificationSid: reference, Code: code };
      const { response, body } = await post('VerificationCheck', form);
      if (!response.ok) {
        if (codeOf(body) === codes.maxChecks) return 'exhausted';
        // Twilio forgets codes that expired, were approved or had five checks. It answers the same
        // for an unknown service, but then no code could have been sent.
        if (response.status === 404) return 'gone';
        throw refusal(response, body);
      }
      const verdict = verdicts.get(Checked.safeParse(body).data?.status ?? '');
      if (!verdict) throw new CodeProviderError('unavailable', 'Twilio was not understood');
      return verdict;
    },
  };
}

/** The wait after too many concurrent calls. A moment later a call usually succeeds. */
const retryAfterMs = 400;

const Sid = z.string().regex(/^VE[0-9a-f]{32}$/i);
const Sent = z.object({ sid: Sid, status: z.literal('pending') });

const Checked = z.object({ status: z.string() });
const verdicts = new Map<string, CodeVerdict>([
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

const reasons: Record<number, CodeRefusal> = {
  // An invalid parameter; only the number can be wrong, because all others are ours. Or a number
  // that is not in service, or a landline.
  60200: 'phoneInvalid',
  60006: 'phoneInvalid',
  60205: 'phoneInvalid',
  // The account or Twilio does not send to this country.
  60220: 'countryNotServed',
  60238: 'countryNotServed',
  60605: 'countryNotServed',
  // Limits of Twilio and of the service, and temporary blocks because of fraud.
  [tooManyAtOnce]: 'tooManyRequests',
  [codes.maxSends]: 'tooManyRequests',
  60207: 'tooManyRequests',
  60212: 'tooManyRequests',
  [codes.fraud]: 'tooManyRequests',
  60412: 'tooManyRequests',
};

/**
 * Seconds to wait if Twilio sends none: the lifetime of a verification, and an hour for a fraud
 * block.
 */
const waits: Record<number, number> = { [codes.maxSends]: 600, [codes.fraud]: 3600, 60412: 3600 };

function refusal(response: Response, body: unknown): CodeProviderError {
  const code = codeOf(body);
  const known = code === null ? undefined : reasons[code];
  const reason = known ?? (response.status === 429 ? 'tooManyRequests' : 'unavailable');
  return new CodeProviderError(
    reason,
    `Twilio answered ${response.status}, code ${code ?? 'none'}`,
    {
      retryAfter: retryAfterOf(response) ?? (code === null ? null : (waits[code] ?? null)),
    },
  );
}

function onlyProviderError(error: unknown): void {
  if (!(error instanceof CodeProviderError)) throw error;
}
