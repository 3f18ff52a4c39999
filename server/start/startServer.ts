import { buildApp } from '../app.ts';
import { Changes } from '../changes/changes.ts';
import { ChangesRelay } from '../changes/changesRelay.ts';
import { systemClock, type Clock } from '../time/clock.ts';
import { listenToCabinets, registerJobs, startChecks } from '../composition.ts';
import { openDatabase, type Db } from '../db/database.ts';
import type { Dependencies, Logger } from '../dependencies.ts';
import { createMqttGateway } from '../gateway/mqttGateway.ts';
import { storeBuild } from '../http/build/storedBuilds.ts';
import { reportStuckJobs } from '../jobs/stuckJobs.ts';
import { startHousekeeping } from '../jobs/housekeeping.ts';
import { startPhotoBlurs } from '../jobs/photoBlurs.ts';
import { openOperatorKey } from '../modules/operators/operatorKey.ts';
import { createCustomerStore } from '../modules/payments/customers.ts';
import { separateCodeSecret } from '../modules/auth/codes/codeSecret.ts';
import { applyMinimumCharges } from '../modules/rental/bill/minimumCharges.ts';
import { createKeyStore } from '../modules/payments/providerKeys.ts';
import { storedVapidKeys } from '../modules/push/vapidKeys.ts';
import { RentalTimers } from '../modules/rental/timers.ts';
import { WatchKeeper } from '../modules/watches/watchKeeper.ts';
import { startCellUpdates } from '../modules/stations/cellUpdates.ts';
import { Outbox } from '../outbox/outbox.ts';
import { openOutsideWorld } from '../outside/openOutsideWorld.ts';
import type { OutsideWorld } from '../outside/outsideWorld.ts';
import { createOperator } from '../outside/operatorActs.ts';
import { stationEntry } from '../outside/stationEntry.ts';
import { createGeocoder } from '../providers/geocoding/createGeocoder.ts';
import { createIpLocator, openAddresses } from '../providers/geoIp/ipLocator.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import { createSmtpMail } from '../providers/mail/smtpMail.ts';
import type { PushService } from '../providers/push/pushService.ts';
import { createTwilioMessaging } from '../providers/sms/twilioMessaging.ts';
import { createTwilioVerify } from '../providers/sms/twilioVerify.ts';
import { createSignInProviders } from '../providers/identity/createSignInProviders.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import { startEmbeddedBroker } from './embeddedBroker.ts';

export interface RunningServer {
  /** The address on which the server listens on this machine. */
  readonly url: string;
  /** The id of the simulated station that the terminal shows; null without simulated stations. */
  readonly firstStation: string | null;
  /** Ends requests, streams, jobs and connections, in this order. A second call has no effect. */
  stop(): Promise<void>;
}

/**
 * Starts all parts, from the database to the HTTP server. If one part fails, it stops the parts that are already
 * running.
 */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= closeInReverse(closers, log));
  try {
    return { ...(await startParts(settings, log, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  given: Settings,
  log: Logger,
  closers: (() => Promise<unknown>)[],
): Promise<Pick<RunningServer, 'url' | 'firstStation'>> {
  const database = await openDatabase(given);
  closers.push(() => database.close());
  const { db } = database;
  const settings = {
    ...(await separateCodeSecret(db, given, log)),
    operator: { ...given.operator, key: await openOperatorKey(given.operator) },
  };
  if (settings.environment === 'production' && !settings.databaseUrl) {
    log.warn('the embedded database may lose data if the power fails; set DATABASE_URL');
  }

  const outside = await openOutsideWorld(settings, log);
  closers.push(() => outside.stop());
  const { clock } = outside;
  await outside.enterStations(stationEntry(db, clock));

  const changes = new Changes();
  const broker = settings.mqttUrl
    ? null
    : await startEmbeddedBroker({ db, clock, log, changes }, settings);
  if (broker) closers.push(() => broker.close());
  const gateway = createMqttGateway({
    url: broker?.url ?? settings.mqttUrl ?? '',
    ...(broker ? { credentials: broker.server, embedded: broker } : {}),
    shared: !broker,
    log,
  });

  const deps: Dependencies = {
    db,
    clock,
    changes,
    settings,
    payments: (await openStripe(settings, db, clock)) ?? required(outside.payments),
    mail: settings.mail ? createSmtpMail(settings.mail) : outside.mail,
    sms: settings.twilioVerify ? createTwilioVerify(settings.twilioVerify) : required(outside.sms),
    texts: settings.twilioMessaging
      ? createTwilioMessaging(settings.twilioMessaging)
      : outside.texts,
    push: await openPush(settings, db, outside),
    signIn: { ...outside.signIn, ...createSignInProviders(settings, { clock, log }) },
    gateway,
    ipLocator: createIpLocator(() => openAddresses(settings.geoIpFile)),
    geocoder: outside.geocoder ?? (await createGeocoder(settings)),
    log,
    outbox: new Outbox({ db, clock, log, alone: settings.databaseUrl === null }),
  };
  if (settings.databaseUrl) {
    const relay = new ChangesRelay(deps, settings.databaseUrl);
    closers.push(() => relay.stop());
  }
  reportStuckJobs(deps);
  registerJobs(deps);
  await startChecks(deps);
  refuseSmallTopUps(deps);
  checkOperatorSignIn(deps);
  await applyMinimumCharges(deps);
  await gateway.start(listenToCabinets(deps));
  closers.push(() => gateway.stop());
  deps.outbox.start();
  closers.push(() => deps.outbox.stop());
  const timers = new RentalTimers(deps);
  timers.start();
  closers.push(() => timers.stop());
  const watches = new WatchKeeper(deps);
  watches.start();
  closers.push(() => watches.stop());
  closers.push(startHousekeeping(deps));
  closers.push(startCellUpdates(deps));
  closers.push(startPhotoBlurs(deps));

  await storeServedBuild(settings, log);
  const app = await buildApp(deps, (extended) =>
    outside.register(extended, { operator: createOperator(deps), payments: deps.payments }),
  );
  closers.push(async () => {
    await app.drain();
    await app.close();
  });
  const url = await app.listen({ port: settings.port, host: settings.host });
  await app.prepareFirstMap();
  return { url, firstStation: outside.firstStation };
}

async function storeServedBuild({ distDir, buildsDir }: Settings, log: Logger): Promise<void> {
  try {
    await storeBuild(distDir, buildsDir, systemClock.now());
  } catch (error) {
    // The disk may be full or read-only. Even then, the server can serve the files of this build.
    log.warn(
      { err: error },
      'the server could not store the files of this build, which open tabs need after an update',
    );
  }
}

/** Loads Stripe's package only if it is used, because it is as large as all other packages together. */
async function openStripe(
  { stripe, publicUrl }: Settings,
  db: Db,
  clock: Clock,
): Promise<PaymentProvider | null> {
  if (!stripe) return null;
  const { createStripeProvider } = await import('../providers/payments/stripe/stripeProvider.ts');
  return createStripeProvider({
    ...stripe,
    returnUrl: `${publicUrl}/payment/authenticated`,
    clock,
    customers: createCustomerStore(db, 'stripe'),
    keys: createKeyStore(db, clock, 'stripe'),
  });
}

/** @throws {SettingsError} if the payment provider would refuse a top-up amount. */
function refuseSmallTopUps({
  payments,
  settings: { currency, goCash },
}: Pick<Dependencies, 'payments' | 'settings'>): void {
  const minimum = payments.minimumCharge(currency);
  const tooSmall = goCash.offers.find(({ amount }) => amount < minimum);
  if (!tooSmall) return;
  throw new SettingsError(
    `GOCASH_OFFERS: the payment provider takes no less than ${minimum} in ${currency}, but ${tooSmall.amount} is offered.`,
  );
}

/**
 * Checks the sign-in provider of the operators in the background. If the check fails, the server only logs a warning,
 * because rentals must work without the sign-in of operators.
 */
function checkOperatorSignIn({ settings, signIn, log }: Dependencies): void {
  if (!settings.operatorSignIn) return;
  signIn.operators?.check().catch((error: unknown) => {
    log.warn({ err: error }, 'OPERATOR_OIDC_ISSUER: operators cannot sign in at the provider');
  });
}

async function openPush(
  { push: { keys, ...settings } }: Settings,
  db: Db,
  { pushBase }: Pick<OutsideWorld, 'pushBase'>,
): Promise<PushService | null> {
  if (!keys && pushBase === null) return null;
  const { createWebPush } = await import('../providers/push/webPush.ts');
  return createWebPush({
    ...settings,
    keys: keys ?? (await storedVapidKeys(db)),
    sandboxPrefix: pushBase,
    // This uses the system's clock, because real push services compare the times in signatures with the real time.
    clock: systemClock,
  });
}

/** Returns a simulated service. It is never null, because `readSettings` requires a provider or the sandbox. */
function required<T>(simulated: T | null): T {
  if (simulated !== null) return simulated;
  throw new Error('neither a provider nor the sandbox is configured');
}

async function closeInReverse(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const close of closers.toReversed()) {
    // If one part fails to close, the other parts must still close, especially the database.
    await close().catch((error: unknown) =>
      log.error({ err: error }, 'stopping a part of the server failed'),
    );
  }
}
