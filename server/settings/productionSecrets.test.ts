import { expect, test } from 'vitest';
import { makeVapidKeys } from '../testing/pushWorld.ts';
import { readSettings } from './settings.ts';

const hex = '0123456789abcdef'.repeat(2);
const random = 'q7Vd2mZ0sKfX1Lr8yTnB4wUeG9hJcPaA';
const { publicKey, privateKey } = makeVapidKeys();

/** The settings of a production server. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://go.rental.test',
  TRUST_PROXY: '1',
  DATABASE_URL: 'postgres://server@db.rental.test/rental',
  CODE_SECRET: random,
  STRIPE_SECRET_KEY: `rk_live_${random}`,
  STRIPE_PUBLISHABLE_KEY: `pk_live_${random}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${random}`,
  TWILIO_VERIFY_SERVICE_SID: `VA${hex}`,
  TWILIO_ACCOUNT_SID: `AC${hex}`,
  TWILIO_AUTH_TOKEN: hex,
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:push@rental.test',
};
const testKeys = {
  STRIPE_SECRET_KEY: `sk_test_${random}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${random}`,
};

test('production starts with real keys, and needs no other settings', () => {
  expect(readSettings(production)).toMatchObject({ sandbox: false, environment: 'production' });
});

test.each([
  ['CODE_SECRET', 'change-me-change-me-change-me-change-me'],
  ['CODE_SECRET', 'your-secret-of-at-least-32-characters'],
  ['CODE_SECRET', 'a'.repeat(40)],
  ['CODE_SECRET_PREVIOUS', '12'.repeat(20)],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_secret'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'x'.repeat(32)}`],
  ['STRIPE_WEBHOOK_SECRET_PREVIOUS', 'whsec_short'],
  ['STRIPE_API_URL', 'https://stripe.example'],
  ['TWILIO_AUTH_TOKEN', 'your_auth_token'],
  ['TWILIO_AUTH_TOKEN', 'token'],
  ['TWILIO_URL', 'http://127.0.0.1:9'],
  ['VAPID_SUBJECT', 'mailto:hello@example.com'],
])('production refuses %s=%s, and the error does not contain the value', (name, value) => {
  const read = () => readSettings({ ...production, [name]: value });
  expect(read).toThrow(`${name}: `);
  expect(read).not.toThrow(value);
});

test('production refuses test keys of Stripe, and keys of two modes', () => {
  expect(() => readSettings({ ...production, ...testKeys })).toThrow(
    'STRIPE_SECRET_KEY: a test key',
  );
  const { STRIPE_SECRET_KEY } = testKeys;
  expect(() => readSettings({ ...production, STRIPE_SECRET_KEY })).toThrow('different modes');
});

test('production refuses the example key pair of RFC 8291', () => {
  const example = {
    VAPID_PUBLIC_KEY:
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  };
  const { VAPID_SUBJECT } = production;
  expect(readSettings({ ...example, VAPID_SUBJECT }).push.keys).not.toBeNull();
  expect(() => readSettings({ ...production, ...example })).toThrow(
    'VAPID_PUBLIC_KEY: everybody knows',
  );
});

test('a staging server accepts test keys and simulated services, and refuses live keys', () => {
  const staging = { ...production, STAGING: '1' };
  const fakes = { STRIPE_WEBHOOK_SECRET: 'whsec_secret', TWILIO_AUTH_TOKEN: 'token' };
  expect(readSettings({ ...staging, ...testKeys, ...fakes }).sandbox).toBe(false);
  expect(() => readSettings(staging)).toThrow('STAGING=1 takes only test keys');
});

test('a development server and a sandbox accept any keys', () => {
  const { NODE_ENV: _production, ...others } = production;
  expect(readSettings({ ...others, ...testKeys, TWILIO_AUTH_TOKEN: 'token' }).sandbox).toBe(true);
  const sandbox = { ...production, ...testKeys, SANDBOX: '1', CODE_SECRET: 'a'.repeat(32) };
  expect(readSettings(sandbox).sandbox).toBe(true);
});

test('a previous key needs a current key, and must differ from it', () => {
  const { CODE_SECRET: _code, ...without } = production;
  expect(() => readSettings({ ...without, CODE_SECRET_PREVIOUS: `${random}2` })).toThrow(
    'CODE_SECRET_PREVIOUS needs CODE_SECRET',
  );
  expect(() => readSettings({ ...production, CODE_SECRET_PREVIOUS: random })).toThrow('the same');
  const { privateKey: other } = makeVapidKeys();
  const pair = { VAPID_PREVIOUS_PUBLIC_KEY: publicKey, VAPID_PREVIOUS_PRIVATE_KEY: other };
  expect(() => readSettings({ ...production, ...pair })).toThrow('VAPID_PREVIOUS');
});
