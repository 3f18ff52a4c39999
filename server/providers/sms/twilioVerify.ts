import { z } from 'zod';
import {
  CodeProviderError,
  type CodeRefusal,
  type CodeVerdict,
  type TemplateCodeProvider,
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
  /** The address of the API, `https://verify.twilio.com` or a replacement, without a trailing slash. */
  url: string;
  /** The SID of the Verify service, which begins with `VA`. */
  serviceSid: string;
  /**
   * The SID of the API key, or of the account. The password is the secret of that key, or the auth
   * token of the account.
   */
  username: string;
  password: string;
  /** The time limit for an answer in milliseconds. After this time, the call counts as failed. */
  timeoutMs?: number;
}

/**
 * Sends codes by Twilio Verify, REST API version 2 (twilio.com/docs/verify/api). Twilio writes and sends the message
 * with the code of the server, so custom codes must be enabled for the service. Twilio has one pending verification per
 * number, for ten minutes. The server checks the codes itself, so it does not matter if Twilio's verification ends.
 */
export function createTwilioVerify({
  url,
  serviceSid,
  username,
  password,
  timeoutMs = providerTimeoutMs,
}: TwilioVerifyOptions): TemplateCodeProvider {
  const base = `${url}/v2/Services/${encodeURIComponent(serviceSid)}`;
  const ask = createTwilioClient({ base, username, password, timeoutMs });

  /**
   * Repeats a call only if Twilio did not process it, because each text costs money and each check reduces the allowed
   * tries.
   */
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
      throw new CodeProviderError('unavailable', `Twilio did not answer: ${why}`, {
        mayBeSent: !neverSent(error),
        cause: error,
      });
    }
  };

  /**
   * Cancels the pending verification of a number. Otherwise Twilio could send the old code again
   * instead of the new code, and would refuse the sixth message of the same verification. If the
   * cancellation fails, the next message is sent nevertheless.
   */
  const cancel = async (to: string): Promise<void> => {
    const path = `Verifications/${encodeURIComponent(to)}`;
    await post(path, { Status: 'canceled' }).catch(() => undefined);
  };

  const start = async (to: string, form: Record<string, string>): Promise<TwilioAnswer> => {
    const answer = await post('Verifications', form).catch((error: unknown) => {
      // Twilio may have started a verification although no answer arrived. Cancel it in the
      // background, so that the rider gets the refusal at once.
      void cancel(to);
      throw error;
    });
    if (answer.response.status >= 500) void cancel(to);
    return answer;
  };

  return {
    hasOwnText: true,

    async send({ to, language, code, hasEarlier }) {
      if (hasEarlier) await cancel(to);
      const form = { To: to, Channel: 'sms', CustomCode: code };
      let { response, body } = await start(to, { ...form, Locale: language });
      // Twilio does not support the language. The second call leaves the choice to Twilio, which chooses by the
      // number's country.
      if (response.status === 404) ({ response, body } = await start(to, form));
      if (!response.ok) throw refusal(response, body);
      const sent = Sent.safeParse(body);
      if (!sent.success) {
        const what = 'Twilio was not understood';
        throw new CodeProviderError('unavailable', what, { mayBeSent: true });
      }
      return sent.data.sid;
    },

    async approve(reference) {
      const { response, body } = await post(`Verifications/${reference}`, { Status: 'approved' });
      // Twilio forgets a verification that expired, was approved or was cancelled.
      if (!response.ok && response.status !== 404) throw refusal(response, body);
    },

    async check(reference, code) {
      const form = { VerificationSid: reference, Code: code };
      const { response, body } = await post('VerificationCheck', form);
      if (!response.ok) {
        if (codeOf(body) === codes.maxChecks) return 'exhausted';
        // Twilio deletes a code that has expired, that was approved, or that was checked five times.
        // It then responds with 404. It also responds with 404 if the service is unknown, but an
        // unknown service could not have sent the code.
        if (response.status === 404) return 'gone';
        throw refusal(response, body);
      }
      const verdict = verdicts.get(Checked.safeParse(body).data?.status ?? '');
      if (!verdict) throw new CodeProviderError('unavailable', 'Twilio was not understood');
      return verdict;
    },
  };
}

/** The wait before a retry. After this short time, a call usually succeeds. */
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
const codes = { maxChecks: 60202, maxSends: 60203, noCustomCodes: 60204, fraud: 60410 } as const;

const reasons: Record<number, CodeRefusal> = {
  // 60200: a parameter is invalid. The invalid parameter must be the number, because the server sets all other
  // parameters. 60006 and 60205: the number is not in service, or is a landline.
  60200: 'phoneInvalid',
  60006: 'phoneInvalid',
  60205: 'phoneInvalid',
  // The Twilio account or Twilio itself does not send texts to this country.
  60220: 'countryNotServed',
  60238: 'countryNotServed',
  60605: 'countryNotServed',
  // The following codes are limits of Twilio and of the service, and temporary blocks because of fraud.
  [tooManyAtOnce]: 'tooManyRequests',
  [codes.maxSends]: 'tooManyRequests',
  60207: 'tooManyRequests',
  60212: 'tooManyRequests',
  [codes.fraud]: 'tooManyRequests',
  60412: 'tooManyRequests',
};

/**
 * The seconds to wait if Twilio sends no number: the lifetime of a verification, or an hour for a block
 * because of fraud.
 */
const waits: Record<number, number> = { [codes.maxSends]: 600, [codes.fraud]: 3600, 60412: 3600 };

function refusal(response: Response, body: unknown): CodeProviderError {
  const code = codeOf(body);
  const known = code === null ? undefined : reasons[code];
  const reason = known ?? (response.status === 429 ? 'tooManyRequests' : 'unavailable');
  const advice = code === codes.noCustomCodes ? ': enable custom codes for the Verify service' : '';
  return new CodeProviderError(
    reason,
    `Twilio answered ${response.status}, code ${code ?? 'none'}${advice}`,
    {
      retryAfter: retryAfterOf(response) ?? (code === null ? null : (waits[code] ?? null)),
      mayBeSent: response.status >= 500,
    },
  );
}
