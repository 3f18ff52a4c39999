import path from 'node:path';
import { fillPath, paths } from '../contract/paths.ts';
import type { MovableClock } from '../server/time/clock.ts';
import type { SandboxLog, SandboxSettings } from '../server/outside/outsideWorld.ts';
import type { PaymentProvider } from '../server/providers/payments/provider.ts';
import { createSandboxProvider } from './issuer/sandboxProvider.ts';
import { appOrigins } from './appOrigins.ts';
import { Fleet } from './cabinets/fleet.ts';
import { demoCabinets } from './demo/demo.ts';
import { makeSerial } from './demo/stationIds.ts';
import { makeClients } from './identity/clients.ts';
import { IdentityFaults } from './identity/identityFaults.ts';
import { startIdentityServer } from './identity/identityServer.ts';
import { Book, BookEntry } from './issuer/book.ts';
import { Faults } from './issuer/faults.ts';
import { Issuer } from './issuer/issuer.ts';
import { startIssuerServer } from './issuer/issuerServer.ts';
import { Webhooks } from './issuer/webhooks.ts';
import { Journal } from './issuer/journal.ts';
import { PushBox } from './push/pushBox.ts';
import { pushPath } from './push/pushPath.ts';
import { pushRoutes } from './push/pushRoutes.ts';
import { reachable, withPort } from './addresses.ts';
import { openSecrets } from './sandboxSecrets.ts';
import { MessageBox } from './messages/messageBox.ts';
import { ClockControl } from './world/clockControl.ts';

export interface SandboxOptions {
  settings: SandboxSettings;
  /** The clock that `openSandboxClock` returns. */
  clock: MovableClock;
  log: SandboxLog;
}

/** The simulated outside world: card issuer, messages, sign-in, push messages, cabinets and clock. */
export interface Sandbox {
  readonly clock: MovableClock;
  readonly clockControl: ClockControl;
  /** The sandbox's own adapter to the card issuer. The server creates a second adapter with the same function. */
  readonly payments: PaymentProvider;
  readonly identityFaults: IdentityFaults;
  readonly messages: MessageBox;
  readonly pushes: PushBox;
  /** The address with which all push endpoints begin, for programs on this machine. */
  readonly pushBase: string;
  /**
   * Creates the subscription of a browser. If a key is given, only the sender with this key may
   * send.
   */
  subscribe(senderKey: string | null): ReturnType<PushBox['subscribe']>;
  readonly issuer: Issuer;
  readonly faults: Faults;
  readonly webhooks: Webhooks;
  /** Returns the secret of a demo station, for `enterDemo`. */
  secretOf(stationId: string): string;
  /** The cabinets. Null before `connectCabinets` is called. */
  readonly fleet: Fleet | null;
  /** Switches the cabinets on. The cabinets connect as soon as the broker runs. */
  connectCabinets(brokerUrl: string): Fleet;
  /** Sets the server's address, to which the card issuer sends its webhooks. */
  setServerUrl(url: string): void;
  stop(): Promise<void>;
}

/**
 * Starts everything except the cabinets. When the promise resolves, the card issuer accepts requests. The issuer's data
 * is stored in `dataDir/sandbox`, separate from the server's tables.
 */
export async function startSandbox({ settings, clock, log }: SandboxOptions): Promise<Sandbox> {
  const { dataDir } = settings;
  const secrets = openSecrets(dataDir);
  const messages = new MessageBox(dataDir, clock);
  const journal = new Journal(path.join(dataDir, 'sandbox', 'issuer.jsonl'), BookEntry);
  const issuer = new Issuer(new Book(journal), clock, secrets.fingerprints);
  const webhooks = new Webhooks(clock, secrets.webhooks);
  issuer.on('happened', webhooks.announce);
  const faults = new Faults();
  const origins = appOrigins(settings.publicUrl, settings.environment !== 'production');
  const server = await startIssuerServer({
    host: settings.host,
    port: settings.issuerPort,
    issuer,
    faults,
    merchantKey: secrets.merchant,
    appOrigins: origins,
  });
  const pushes = new PushBox(dataDir, clock);
  let pushOrigin = '';
  const identityFaults = new IdentityFaults();
  const clients = makeClients(secrets.fingerprints);
  const identity = await startIdentityServer({
    host: settings.host,
    port: settings.identityPort,
    urlOf: (port) =>
      settings.identityPort === 0 ? withPort(settings.identityUrl, port) : settings.identityUrl,
    publicUrl: settings.publicUrl,
    appOrigins: origins,
    clients,
    secret: secrets.fingerprints,
    faults: identityFaults,
    extend: async (app) => {
      await app.register(pushRoutes, { box: pushes, origin: () => pushOrigin });
    },
  }).catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  pushOrigin = `http://${reachable(settings.host)}:${identity.port}`;
  const chosenPort = settings.issuerPort === 0 ? server.port : null;
  const payments = createSandboxProvider({
    url: `http://${reachable(settings.host)}:${server.port}`,
    publicUrl: chosenPort ? withPort(settings.issuerUrl, chosenPort) : settings.issuerUrl,
    merchantKey: secrets.merchant,
    webhookSecret: secrets.webhooks,
  });
  let fleet: Fleet | null = null;
  return {
    clock,
    clockControl: new ClockControl(clock),
    payments,
    identityFaults,
    messages,
    pushes,
    pushBase: pushOrigin + pushPath,
    subscribe: (senderKey) => pushes.subscribe(pushOrigin + pushPath, senderKey),
    issuer,
    faults,
    webhooks,
    secretOf: (stationId) => secrets.secretOf(stationId),
    get fleet() {
      return fleet;
    },
    connectCabinets(brokerUrl) {
      fleet = new Fleet({
        plans: demoCabinets(),
        dataDir,
        brokerUrl,
        secretOf: (stationId) => secrets.secretOf(stationId),
        clock,
        random: Math.random,
        newSerial: () => makeSerial(Math.random),
        log,
      });
      fleet.start();
      return fleet;
    },
    setServerUrl(url) {
      const { port } = new URL(url);
      const webhook = fillPath(paths.paymentWebhook, { provider: payments.name });
      webhooks.setTarget(`http://${reachable(settings.host)}:${port}${webhook}`);
    },
    async stop() {
      webhooks.stop();
      await fleet?.stop();
      await server.close();
      await identity.close();
    },
  };
}
