import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../log/logger.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { startServer, type RunningServer } from '../start/startServer.ts';
import { Browser } from './browser.ts';
import { fillDataDir, postgresRuns } from './database.ts';
import { startFakeIssuer } from './fakeIssuer.ts';
import { FakeTwilio } from './fakeTwilio.ts';
import { freePort } from './network/freePort.ts';
import { createOwnDatabase } from './databases/ownDatabase.ts';
import { FakeStripe } from './stripe/fakeStripe.ts';

const publicUrl = 'http://launch.test';

export interface EmptyServer {
  server: RunningServer;
  settings: Settings;
  /** A folder for the files of the test. `close` removes the folder. */
  folder: string;
  stripe: FakeStripe;
  twilio: FakeTwilio;
  brokerUrl: string;
  /** A browser that finds the server at its public address. */
  browser: () => Browser;
  close: () => Promise<void>;
}

/**
 * Starts the server without the sandbox, on an empty database: on PostgreSQL if it runs here, otherwise on the embedded
 * database. Fakes replace Stripe, Twilio and the OpenID provider of operators.
 */
export async function startEmptyServer(): Promise<EmptyServer> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'charger-rental-empty-'));
    closers.push(() => rm(folder, { recursive: true }));
    const [stripe, twilio] = [await FakeStripe.start(), await FakeTwilio.start()];
    closers.push(
      () => stripe.close(),
      () => twilio.close(),
    );
    const { issuer, client, close: closeIssuer } = await startFakeIssuer(folder, publicUrl);
    closers.push(closeIssuer);
    const database = postgresRuns ? await createOwnDatabase('postgres') : null;
    const dataDir = path.join(folder, 'data');
    if (database) closers.push(() => database.close());
    else {
      await mkdir(dataDir);
      await fillDataDir(dataDir);
    }
    const mqttPort = await freePort();
    const settings = readSettings({
      NODE_ENV: 'test',
      SANDBOX: '0',
      PORT: '0',
      PUBLIC_URL: publicUrl,
      MQTT_PORT: String(mqttPort),
      DATA_DIR: dataDir,
      KEYS_DIR: path.join(folder, 'keys'),
      UNKNOWN_CHARGERS: 'holdBack',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
      TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
      TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
      TWILIO_URL: twilio.url,
      OPERATOR_OIDC_ISSUER: issuer,
      OPERATOR_OIDC_CLIENT_ID: client.clientId,
      OPERATOR_OIDC_CLIENT_SECRET: client.clientSecret,
      ...(database?.url && { DATABASE_URL: database.url }),
    });
    const server = await startServer(settings, createLogger('silent'));
    closers.push(() => server.stop());
    const brokerUrl = `mqtt://127.0.0.1:${mqttPort}`;
    const browser = () => new Browser({ [publicUrl]: server.url });
    return { server, settings, folder, stripe, twilio, brokerUrl, browser, close };
  } catch (error) {
    await close();
    throw error;
  }
}
