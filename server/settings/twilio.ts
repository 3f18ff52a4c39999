import { z } from 'zod';
import { SettingsError } from './settingsError.ts';

export interface TwilioVerifySettings {
  readonly url: string;
  readonly serviceSid: string;
  readonly username: string;
  readonly password: string;
}

export interface TwilioMessagingSettings {
  readonly url: string;
  readonly accountSid: string;
  readonly username: string;
  readonly password: string;
  /** What sends the messages: a Messaging Service of Twilio, or one phone number. */
  readonly sender: { readonly serviceSid: string } | { readonly from: string };
}

const sid = (kind: string) =>
  z.string().regex(new RegExp(`^${kind}[0-9a-fA-F]{32}$`), `expected ${kind} and 32 hexadecimals`);
const address = z
  .url({ protocol: /^https?$/ })
  .transform((text) => text.replace(/\/+$/, ''))
  // The traffic must be encrypted, because calls contain passwords and phone numbers.
  .refine((text) => !text.startsWith('http:') || isLoopback(text), 'expected https');

export const twilioVariables = {
  TWILIO_VERIFY_SERVICE_SID: sid('VA').optional(),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').optional(),
  TWILIO_MESSAGING_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'expected a number such as +13125550100')
    .optional(),
  TWILIO_ACCOUNT_SID: sid('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_API_KEY: sid('SK').optional(),
  TWILIO_API_SECRET: z.string().optional(),
  TWILIO_URL: address.default('https://verify.twilio.com'),
  TWILIO_MESSAGING_URL: address.default('https://api.twilio.com'),
};
const Variables = z.object(twilioVariables);
type Values = z.infer<typeof Variables>;

export function twilioVerify(values: Values): TwilioVerifySettings | null {
  const { TWILIO_VERIFY_SERVICE_SID: serviceSid, TWILIO_URL: url } = values;
  const { username, password, isGiven } = login(values);
  if (!serviceSid && (!isGiven || hasSender(values))) return null;
  if (!serviceSid || !username || !password) {
    throw new SettingsError(
      'Twilio needs TWILIO_VERIFY_SERVICE_SID, and TWILIO_API_KEY with TWILIO_API_SECRET ' +
        'or TWILIO_ACCOUNT_SID with TWILIO_AUTH_TOKEN.',
    );
  }
  return { url, serviceSid, username, password };
}

export function twilioMessaging(values: Values): TwilioMessagingSettings | null {
  if (!hasSender(values)) return null;
  const { TWILIO_MESSAGING_SERVICE_SID: serviceSid, TWILIO_MESSAGING_FROM: from } = values;
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_MESSAGING_URL: url } = values;
  const { username, password } = login(values);
  if (!accountSid || !username || !password) {
    throw new SettingsError(
      'TWILIO_MESSAGING_SERVICE_SID and TWILIO_MESSAGING_FROM need TWILIO_ACCOUNT_SID, and ' +
        'TWILIO_API_KEY with TWILIO_API_SECRET or TWILIO_AUTH_TOKEN.',
    );
  }
  const sender = serviceSid ? { serviceSid } : { from: from ?? '' };
  return { url, accountSid, username, password, sender };
}

function hasSender(values: Values): boolean {
  return Boolean(values.TWILIO_MESSAGING_SERVICE_SID ?? values.TWILIO_MESSAGING_FROM);
}

/** The API key if it is configured; otherwise the account's SID and token. */
function login(values: Values) {
  const account = [values.TWILIO_ACCOUNT_SID, values.TWILIO_AUTH_TOKEN] as const;
  const key = [values.TWILIO_API_KEY, values.TWILIO_API_SECRET] as const;
  const [username, password] = key[0] ? key : account;
  return { username, password, isGiven: [...account, ...key].some((value) => value) };
}

function isLoopback(text: string): boolean {
  return ['localhost', '127.0.0.1'].includes(new URL(text).hostname);
}
