import { z } from 'zod';
import type { TextOutcome, TextSender } from './textSender.ts';
import {
  codeOf,
  createTwilioClient,
  neverSent,
  retryAfterOf,
  tooManyAtOnce,
} from './twilioClient.ts';

export interface TwilioMessagingOptions {
  /** The address of the API, `https://api.twilio.com` or a replacement, without a trailing slash. */
  url: string;
  /** The SID of the account, which begins with `AC`. */
  accountSid: string;
  /**
   * The SID of the API key, or of the account. The password is the secret of that key, or the auth
   * token of the account.
   */
  username: string;
  password: string;
  sender: { readonly serviceSid: string } | { readonly from: string };
  /**
   * The time limit for an answer in milliseconds. After this time, nobody knows whether the text
   * was sent.
   */
  timeoutMs?: number;
}

const Sent = z.object({ sid: z.string().regex(/^SM[0-9a-f]{32}$/i) });

/** Twilio's Messages resource (twilio.com/docs/messaging/api/message-resource). */
export function createTwilioMessaging({
  url,
  accountSid,
  sender,
  ...login
}: TwilioMessagingOptions): TextSender {
  const base = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
  const ask = createTwilioClient({ base, ...login });
  const from: Record<string, string> =
    'from' in sender ? { From: sender.from } : { MessagingServiceSid: sender.serviceSid };

  return {
    async send({ to, body: text }): Promise<TextOutcome> {
      const form = { To: to, Body: text, ...from };
      const answer = await ask('Messages.json', form).catch((error: unknown) =>
        neverSent(error) ? 'unsent' : 'unknown',
      );
      if (answer === 'unsent') return { outcome: 'later', retryAfter: null };
      if (answer === 'unknown') return { outcome: 'dropped', why: 'Twilio did not answer' };
      const { response, body } = answer;
      if (response.ok && Sent.safeParse(body).success) return { outcome: 'sent' };
      const code = codeOf(body);
      if (response.status === 429 || code === tooManyAtOnce || response.status === 503) {
        return { outcome: 'later', retryAfter: retryAfterOf(response) };
      }
      const why = `Twilio answered ${response.status}, code ${code ?? 'none'}`;
      return { outcome: 'dropped', why };
    },
  };
}
