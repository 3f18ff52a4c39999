import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

test('a laptop needs no configuration', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    issuerPort: 3001,
    issuerUrl: 'http://localhost:3001',
    identityPort: 3002,
    identityUrl: 'http://localhost:3002',
    dataDir: '.data',
    databaseUrl: null,
    sandbox: true,
    map: { base: { kind: 'mvt' } },
  });
});

test('ports and addresses follow the port', () => {
  expect(readSettings({ PORT: '4000', PUBLIC_URL: 'https://go.example/' })).toMatchObject({
    publicUrl: 'https://go.example',
    issuerPort: 4001,
    issuerUrl: 'https://go.example:4001',
    identityPort: 4002,
    identityUrl: 'https://go.example:4002',
  });
});

test('the sandbox is never on in production unless asked for', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(SettingsError);
  expect(() => readSettings({ SANDBOX: '0' })).toThrow('SANDBOX=1');
  expect(readSettings({ NODE_ENV: 'production', SANDBOX: '1' }).sandbox).toBe(true);
});

test('every wrong variable is named, and no value is repeated', () => {
  const wrong = {
    PORT: 'eighty',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    MAP_CENTER: 'Chicago',
    SERVED_COUNTRIES: 'US,Spain',
    CODE_SECRET: 'hunter2',
  };
  const message = (() => {
    try {
      readSettings(wrong);
      return '';
    } catch (error) {
      return error instanceof SettingsError ? error.message : '';
    }
  })();
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
  expect(message).not.toMatch(/hunter2|Chicago|eighty/);
});

test('an empty variable counts as absent', () => {
  expect(readSettings({ DATABASE_URL: '', PORT: '' })).toMatchObject({
    databaseUrl: null,
    port: 3000,
  });
});

test('Twilio texts the codes once its service and a key of it are given', () => {
  const hex = '0123456789abcdef'.repeat(2);
  const service = { TWILIO_VERIFY_SERVICE_SID: `VA${hex}` };
  const account = { TWILIO_ACCOUNT_SID: `AC${hex}`, TWILIO_AUTH_TOKEN: 'token' };
  const key = { TWILIO_API_KEY: `SK${hex}`, TWILIO_API_SECRET: 'secret' };
  expect(readSettings({}).twilioVerify).toBeNull();
  const common = { url: 'https://verify.twilio.com', serviceSid: `VA${hex}` };
  expect(readSettings({ ...service, ...account }).twilioVerify).toEqual({
    ...common,
    username: `AC${hex}`,
    password: 'token',
  });
  expect(readSettings({ ...service, ...account, ...key }).twilioVerify).toEqual({
    ...common,
    username: `SK${hex}`,
    password: 'secret',
  });
  for (const half of [service, account, { ...service, TWILIO_API_KEY: `SK${hex}` }]) {
    expect(() => readSettings(half)).toThrow('Twilio needs TWILIO_VERIFY_SERVICE_SID');
  }
  const swapped = { ...account, TWILIO_VERIFY_SERVICE_SID: `AC${hex}` };
  expect(() => readSettings(swapped)).toThrow('TWILIO_VERIFY_SERVICE_SID: expected VA');
});

describe('a social account', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

  test('is there once all of it is configured', () => {
    expect(readSettings({}).signIn).toEqual({ google: null, apple: null, facebook: null });
    expect(readSettings(google).signIn).toMatchObject({
      google: { clientId: 'id', clientSecret: 'secret' },
      apple: null,
    });
    expect(() => readSettings({ GOOGLE_CLIENT_ID: 'id' })).toThrow('GOOGLE_CLIENT_SECRET');
  });

  test('of Apple takes the key as its file has it, or in one line', () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' };
    for (const written of [privateKey, privateKey.replaceAll('\n', '\\n')]) {
      const settings = readSettings({ ...apple, APPLE_PRIVATE_KEY: written });
      expect(settings.signIn.apple?.privateKey).toBe(privateKey);
    }
    expect(() => readSettings({ ...apple, APPLE_PRIVATE_KEY: 'hunter2' })).toThrow(
      'APPLE_PRIVATE_KEY',
    );
  });
});
