import { SettingsError } from './settingsError.ts';

/** The environment variables that `refuseUnsafeSecrets` checks. */
export interface CheckedSecrets {
  CODE_SECRET?: string | undefined;
  CODE_SECRET_PREVIOUS?: string | undefined;
  OPERATOR_KEY?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_WEBHOOK_SECRET_PREVIOUS?: string | undefined;
  STRIPE_API_URL: string;
  TWILIO_AUTH_TOKEN?: string | undefined;
  TWILIO_API_SECRET?: string | undefined;
  TWILIO_URL: string;
  TWILIO_MESSAGING_URL: string;
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  FACEBOOK_CLIENT_SECRET?: string | undefined;
  OPERATOR_OIDC_CLIENT_SECRET?: string | undefined;
}

const placeholder =
  /change.?me|example|placeholder|your[-_ ]|insert[-_ ]|password|default|todo|<|x{6}/i;
/**
 * A secret must contain at least this number of different characters. Random secrets pass this check easily: of 32
 * random characters, about 25 are different in base64, and about 14 in hexadecimal.
 */
const fewestDifferent = 8;
/** A public key that is printed together with its private key in RFC 8291, section 5. */
const publishedKey =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

const secrets = [
  'CODE_SECRET',
  'CODE_SECRET_PREVIOUS',
  'OPERATOR_KEY',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'OPERATOR_OIDC_CLIENT_SECRET',
] as const;
const webhookSecrets = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET_PREVIOUS'] as const;

/**
 * Refuses secrets that are published or easy to guess, API addresses that are only for tests, and
 * Stripe keys of the wrong mode (test or live).
 *
 * @param isStaging true for a production server that moves no real money. For such a server, the
 * only check is that the Stripe key is a test key.
 * @throws {SettingsError} with the name of every refused variable, but not its value.
 */
export function refuseUnsafeSecrets(values: CheckedSecrets, isStaging: boolean): void {
  const problems: string[] = [];
  const isTest = values.STRIPE_SECRET_KEY?.includes('_test_') ?? false;
  if (isStaging && !isTest) problems.push('STRIPE_SECRET_KEY: STAGING=1 takes only test keys');
  if (!isStaging) {
    if (isTest) {
      problems.push(
        'STRIPE_SECRET_KEY: a test key moves no money; set a live key, or STAGING=1 for a trial',
      );
    }
    for (const name of secrets) {
      const value = values[name];
      if (value === undefined) continue;
      if (placeholder.test(value)) problems.push(`${name}: this is a placeholder`);
      else if (value.length < 16) problems.push(`${name}: too short for a secret`);
      else if (new Set(value).size < fewestDifferent) problems.push(`${name}: not random`);
    }
    for (const name of webhookSecrets) {
      const value = values[name];
      if (value === undefined) continue;
      if (!/^whsec_[\w+/=-]{24,}$/.test(value) || new Set(value.slice(6)).size < fewestDifferent) {
        problems.push(`${name}: not a signing secret of Stripe (whsec_…)`);
      }
    }
    const official = {
      STRIPE_API_URL: 'https://api.stripe.com',
      TWILIO_URL: 'https://verify.twilio.com',
      TWILIO_MESSAGING_URL: 'https://api.twilio.com',
    } as const;
    for (const name of ['STRIPE_API_URL', 'TWILIO_URL', 'TWILIO_MESSAGING_URL'] as const) {
      if (values[name] !== official[name]) problems.push(`${name}: for tests only`);
    }
    if (values.VAPID_PUBLIC_KEY === publishedKey) {
      problems.push('VAPID_PUBLIC_KEY: everybody knows the private key of this example');
    }
    if (/@example\.(?:com|org)|\/\/example\./.test(values.VAPID_SUBJECT ?? '')) {
      problems.push('VAPID_SUBJECT: push services cannot reach this example');
    }
  }
  if (problems.length === 0) return;
  throw new SettingsError(
    `Production refuses these environment variables:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}
