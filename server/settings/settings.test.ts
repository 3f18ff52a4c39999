import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';
import { makeVapidKeys } from '../testing/pushWorld.ts';

test('development needs no configuration', () => {
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

test.each([
  [{ MQTT_TLS_CERT: 'a.crt' }, 'MQTT_TLS_PORT, MQTT_TLS_KEY'],
  [{ MQTT_TLS_CERT: 'a.crt', MQTT_TLS_KEY: 'a.key' }, 'MQTT_TLS_PORT'],
  [{ MQTT_TLS_PORT: '8883' }, 'MQTT_TLS_CERT, MQTT_TLS_KEY'],
])('an error lists what is missing in the TLS settings %j of the broker', (given, missing) => {
  expect(() => readSettings(given)).toThrow(`are required together. Missing: ${missing}.`);
});

test('other ports and addresses are derived from PORT', () => {
  expect(readSettings({ PORT: '4000', PUBLIC_URL: 'https://go.example/' })).toMatchObject({
    publicUrl: 'https://go.example',
    issuerPort: 4001,
    issuerUrl: 'https://go.example:4001',
    identityPort: 4002,
    identityUrl: 'https://go.example:4002',
  });
});

test('in production the sandbox is on only if the operator requests it', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(SettingsError);
  expect(() => readSettings({ SANDBOX: '0' })).toThrow('SANDBOX=1');
  expect(readSettings({ NODE_ENV: 'production', SANDBOX: '1' }).sandbox).toBe(true);
});

test('production refuses unsafe addresses, and sends codes only to its own country', () => {
  const production = { NODE_ENV: 'production', SANDBOX: '1', COUNTRY: 'MX' };
  expect(() => readSettings({ ...production, PUBLIC_URL: 'http://go.example' })).toThrow(
    'PUBLIC_URL must be https',
  );
  const secure = { ...production, PUBLIC_URL: 'https://go.example' };
  expect(() => readSettings(secure)).toThrow('TRUST_PROXY=1');
  expect(readSettings({ ...secure, TRUST_PROXY: '1' })).toMatchObject({
    servedCountries: ['MX'],
    trustedProxies: 1,
  });
  expect(readSettings({ ...production, SERVED_COUNTRIES: 'US,MX' }).servedCountries).toEqual([
    'US',
    'MX',
  ]);
  expect(readSettings({ PUBLIC_URL: 'https://go.example' }).servedCountries).toBeNull();
});

test('the error names every invalid variable, but no value', () => {
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

test('Twilio sends the codes if a service and a key are configured', () => {
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

describe('Stripe', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_public',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  };
  const live = {
    ...stripe,
    STRIPE_SECRET_KEY: 'rk_live_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_public',
  };
  const hex = '0123456789abcdef'.repeat(2);
  const twilio = {
    TWILIO_VERIFY_SERVICE_SID: `VA${hex}`,
    TWILIO_ACCOUNT_SID: `AC${hex}`,
    TWILIO_AUTH_TOKEN: 'token',
  };

  test('handles the payments if all its keys are configured', () => {
    expect(readSettings({}).stripe).toBeNull();
    expect(readSettings({ ...stripe, STRIPE_SHEETS: 'payPal,applePay,payPal' })).toMatchObject({
      sandbox: true,
      stripe: {
        secretKey: 'sk_test_secret',
        publishableKey: 'pk_test_public',
        webhookSecrets: ['whsec_secret'],
        url: 'https://api.stripe.com',
        sheets: ['payPal', 'applePay'],
      },
    });
    expect(() => readSettings({ ...stripe, STRIPE_WEBHOOK_SECRET: '' })).toThrow(
      'Missing: STRIPE_WEBHOOK_SECRET',
    );
  });

  test('needs no sandbox if Twilio is configured, too', () => {
    const production = { NODE_ENV: 'production', STAGING: '1' };
    expect(readSettings({ ...production, ...stripe, ...twilio }).sandbox).toBe(false);
    expect(() => readSettings({ ...production, ...stripe })).toThrow('No provider of login codes');
    expect(() => readSettings({ ...production, ...twilio })).toThrow('No payment provider');
  });

  test('refuses live keys in the sandbox, and keys of different modes', () => {
    expect(() => readSettings(live)).toThrow('live keys');
    expect(() => readSettings({ ...live, ...twilio, SANDBOX: '1' })).toThrow('live keys');
    const { STRIPE_PUBLISHABLE_KEY } = live;
    expect(() => readSettings({ ...stripe, STRIPE_PUBLISHABLE_KEY })).toThrow('different modes');
  });

  test.each([
    ['STRIPE_SECRET_KEY', 'pk_test_public'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_secret'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_secret'],
    ['STRIPE_API_URL', 'http://stripe.example'],
    ['STRIPE_SHEETS', 'bitcoin'],
  ])('refuses %s %s, and the error does not contain the value', (name, value) => {
    const read = () => readSettings({ ...stripe, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow(value);
  });
});

describe('a sign-in provider', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };

  test('is offered if it is configured completely', () => {
    expect(readSettings({}).signIn).toEqual({ google: null, apple: null, facebook: null });
    expect(readSettings(google).signIn).toMatchObject({
      google: { clientId: 'id', clientSecret: 'secret' },
      apple: null,
    });
    expect(() => readSettings({ GOOGLE_CLIENT_ID: 'id' })).toThrow('GOOGLE_CLIENT_SECRET');
  });

  test('Apple accepts the key as in its file, or in one line', () => {
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

test('push messages are signed with the configured key pair, or with the key pair of the sandbox', () => {
  const { publicKey, privateKey } = makeVapidKeys();
  const given = {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:push@example.com',
  };
  expect(readSettings({}).push).toMatchObject({ keys: null });
  expect(readSettings(given).push).toMatchObject({
    keys: { publicKey, privateKey },
    subject: 'mailto:push@example.com',
    hosts: expect.arrayContaining(['fcm.googleapis.com', '*.push.apple.com']),
  });
  const half = { ...given, VAPID_SUBJECT: '' };
  expect(() => readSettings(half)).toThrow('Missing: VAPID_SUBJECT');
  const other = { ...given, VAPID_PRIVATE_KEY: makeVapidKeys().privateKey };
  expect(() => readSettings(other)).toThrow('are not a pair');
  for (const subject of ['push@example.com', 'http://example.com']) {
    expect(() => readSettings({ ...given, VAPID_SUBJECT: subject })).toThrow('VAPID_SUBJECT');
  }
});

test('a push service is configured by a host name, not by an address', () => {
  const hosts = (names: string) => readSettings({ PUSH_HOSTS: names }).push.hosts;
  expect(hosts('Push.example.com, *.example.org')).toEqual(['push.example.com', '*.example.org']);
  for (const name of ['10.0.0.8', 'localhost', '*', '*.com.*', 'https://push.example.com', 'a:1']) {
    expect(() => hosts(name)).toThrow('PUSH_HOSTS');
  }
});

test('Twilio sends receipts by a Messaging service or from one number of the account', () => {
  const hex = '0123456789abcdef'.repeat(2);
  const account = { TWILIO_ACCOUNT_SID: `AC${hex}`, TWILIO_AUTH_TOKEN: 'token' };
  const service = { TWILIO_MESSAGING_SERVICE_SID: `MG${hex}` };
  const common = {
    url: 'https://api.twilio.com',
    accountSid: `AC${hex}`,
    username: `AC${hex}`,
    password: 'token',
  };
  expect(readSettings({}).twilioMessaging).toBeNull();
  const settings = readSettings({ ...account, ...service });
  expect(settings.twilioMessaging).toEqual({ ...common, sender: { serviceSid: `MG${hex}` } });
  expect(settings.twilioVerify).toBeNull();
  const from = '+13125550100';
  expect(readSettings({ ...account, TWILIO_MESSAGING_FROM: from }).twilioMessaging).toEqual({
    ...common,
    sender: { from },
  });
  const key = { TWILIO_API_KEY: `SK${hex}`, TWILIO_API_SECRET: 'secret' };
  expect(readSettings({ ...account, ...key, ...service }).twilioMessaging).toMatchObject({
    username: `SK${hex}`,
    password: 'secret',
  });
  expect(() => readSettings({ ...key, ...service })).toThrow('need TWILIO_ACCOUNT_SID');
  expect(() => readSettings({ TWILIO_MESSAGING_FROM: '5550100' })).toThrow('TWILIO_MESSAGING_FROM');
});

test('outside the sandbox, hosts see an estimate only if the operator configures it', () => {
  expect(readSettings({}).hosts.estimate?.venues.length).toBeGreaterThan(0);
  const production = { NODE_ENV: 'production', SANDBOX: '1' };
  const given = { HOST_SHARE: '25', HOST_VENUES: 'bar=8-40@180, hotel=4-30@480' };
  expect(readSettings({ ...production, ...given }).hosts).toEqual({
    estimate: {
      share: { minimum: 25, maximum: 25 },
      venues: [
        { kind: 'bar', rentalsPerDay: 8, mostPerDay: 40, minutes: 180 },
        { kind: 'hotel', rentalsPerDay: 4, mostPerDay: 30, minutes: 480 },
      ],
    },
    keepDays: 365,
  });
  expect(() => readSettings({ HOST_SHARE: '25' })).toThrow('required together');
  for (const HOST_SHARE of ['0', '30-20', '20-101', 'much']) {
    expect(() => readSettings({ ...given, HOST_SHARE })).toThrow('HOST_SHARE');
  }
  for (const HOST_VENUES of ['moon=1-2@60', 'bar=9-8@60', 'bar=1-2@60,bar=1-2@60', 'bar=0-2@60']) {
    expect(() => readSettings({ ...given, HOST_VENUES })).toThrow('HOST_VENUES');
  }
});

test('the geocoder is the configured geocoder, a gazetteer, or the geocoder of the sandbox', () => {
  const of = (env: Record<string, string>) => readSettings({ SANDBOX: '1', ...env }).geocoder;
  const file = { GAZETTEER_FILE: 'places.geojsonl' };
  const nominatim = { GEOCODER: 'nominatim', GEOCODER_URL: 'https://nominatim.example/' };
  const attribution = '© OpenStreetMap contributors';
  expect(of({})).toEqual({ kind: 'sandbox' });
  expect(of({ GEOCODER: 'stations', ...file })).toEqual({ kind: 'stations' });
  expect(of(file)).toEqual({ kind: 'gazetteer', file: 'places.geojsonl', attribution });
  expect(of({ ...file, GAZETTEER_ATTRIBUTION: '© City' })).toMatchObject({ attribution: '© City' });
  expect(of({ ...nominatim, ...file })).toEqual({
    kind: 'nominatim',
    url: 'https://nominatim.example',
  });
  expect(() => of({ GEOCODER: 'gazetteer' })).toThrow('needs GAZETTEER_FILE');
  expect(() => of({ GEOCODER: 'photon', ...file })).toThrow('needs GEOCODER_URL');
  expect(() => of({ ...nominatim, GEOCODER_URL: 'ftp://a.example' })).toThrow('GEOCODER_URL');
});

test('the provider of operators needs an https issuer, a client and its secret', () => {
  const client = {
    OPERATOR_OIDC_ISSUER: 'https://id.example.com/realms/team',
    OPERATOR_OIDC_CLIENT_ID: 'rentals',
    OPERATOR_OIDC_CLIENT_SECRET: 'secret',
  };
  expect(readSettings({}).operatorSignIn).toBeNull();
  expect(readSettings(client).operatorSignIn).toEqual({
    issuer: 'https://id.example.com/realms/team',
    clientId: 'rentals',
    clientSecret: 'secret',
    acr: null,
  });
  expect(readSettings({ ...client, OPERATOR_OIDC_ACR: 'gold' }).operatorSignIn?.acr).toBe('gold');
  expect(() => readSettings({ ...client, OPERATOR_OIDC_CLIENT_ID: '' })).toThrow(
    'required together',
  );
  expect(() => readSettings({ OPERATOR_OIDC_ACR: 'gold' })).toThrow('OPERATOR_OIDC_ISSUER');
  for (const OPERATOR_OIDC_ISSUER of ['http://id.example.com', 'id.example.com']) {
    expect(() => readSettings({ ...client, OPERATOR_OIDC_ISSUER })).toThrow('OPERATOR_OIDC_ISSUER');
  }
});
