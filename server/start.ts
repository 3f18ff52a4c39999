import { buildApp } from './app.ts';
import { Changes } from './changes.ts';
import { ChangesRelay } from './changesRelay.ts';
import { systemClock, type Clock } from './clock.ts';
import { listenToCabinets, registerJobs } from './composition.ts';
import { openDatabase, type Db } from './db/database.ts';
import type { Dependencies, Logger } from './dependencies.ts';
import { startBroker, type Broker } from './gateway/broker.ts';
import { createMqttGateway } from './gateway/mqttGateway.ts';
import { keepBuild } from './http/keptBuilds.ts';
import { reportStuckJobs } from './jobs/stuckJobs.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startLedgerCheck } from './jobs/ledgerCheck.ts';
import { createCoupons, type NewCoupon } from './modules/coupons/createCoupons.ts';
import { keptCustomers } from './modules/payments/customers.ts';
import { keepMinimumCharges } from './modules/rental/minimumCharges.ts';
import { keptKeys } from './modules/payments/providerKeys.ts';
import { keptVapidKeys } from './modules/push/vapidKeys.ts';
import { RentalTimers } from './modules/rental/timers.ts';
import { WatchKeeper } from './modules/watches/watchKeeper.ts';
import { keepCells } from './modules/stations/keepCells.ts';
import { Outbox } from './outbox/outbox.ts';
import { createGeocoder } from './providers/geocoding/createGeocoder.ts';
import { createIpLocator, openAddresses } from './providers/geoIp/ipLocator.ts';
import type { PaymentProvider } from './providers/payments/provider.ts';
import { createSmtpMail } from './providers/mail/smtpMail.ts';
import type { PushService } from './providers/push/pushService.ts';
import { createTwilioMessaging } from './providers/sms/twilioMessaging.ts';
import { createTwilioVerify } from './providers/sms/twilioVerify.ts';
import { createSignInProviders } from './providers/identity/createSignInProviders.ts';
import { sandboxCampaignRoutes } from '../sandbox/campaignRoutes.ts';
import { provisionCampaigns } from '../sandbox/demo/campaigns.ts';
import { provisionCoupons } from '../sandbox/demo/coupons.ts';
import { provisionDemo } from '../sandbox/demo/provision.ts';
import { sandboxCaseRoutes } from '../sandbox/caseRoutes.ts';
import { sandboxDisputeRoutes } from '../sandbox/disputeRoutes.ts';
import { sandboxNewsRoutes } from '../sandbox/newsRoutes.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { openSandboxClock } from '../sandbox/sandboxClock.ts';
import { SettingsError, type Settings } from './settings.ts';

export interface RunningServer {
  /** Where it listens on this machine. */
  readonly url: string;
  /** Ends requests, streams, work and connections in this order; again, it does nothing more. */
  stop(): Promise<void>;
}

/** Starts everything, from the database to the first request; what was started is undone on failure. */
export async function startServer(settings: Settings, log: Logger): Promise<RunningServer> {
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= closeInReverse(closers, log));
  try {
    return { url: await startParts(settings, log, closers), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  settings: Settings,
  log: Logger,
  closers: (() => Promise<unknown>)[],
): Promise<string> {
  const database = await openDatabase(settings);
  closers.push(() => database.close());
  const { db } = database;
  if (settings.environment === 'production' && !settings.databaseUrl) {
    log.warn('the embedded database does not survive a power cut; give DATABASE_URL');
  }

  const { clock, sandbox } = await openOutside(settings, log);
  if (sandbox) {
    closers.push(() => sandbox.stop());
    await provisionDemo(db, clock, (stationId) => sandbox.secretOf(stationId));
  }

  const broker = settings.mqttUrl ? null : await startEmbeddedBroker(settings, db, log);
  if (broker) closers.push(() => broker.close());
  const gateway = createMqttGateway({
    url: broker?.url ?? settings.mqttUrl ?? '',
    ...(broker ? { credentials: broker.server, reaches: broker.reaches } : {}),
    shared: !broker,
    log,
  });

  const deps: Dependencies = {
    db,
    clock,
    changes: new Changes(),
    settings,
    payments: (await openStripe(settings, db, clock)) ?? needed(sandbox).payments,
    mail: settings.mail ? createSmtpMail(settings.mail) : (sandbox?.mail ?? null),
    sms: settings.twilioVerify ? createTwilioVerify(settings.twilioVerify) : needed(sandbox).sms,
    texts: settings.twilioMessaging
      ? createTwilioMessaging(settings.twilioMessaging)
      : (sandbox?.texts ?? null),
    push: await openPush(settings, db, sandbox),
    signIn: { ...sandbox?.signIn, ...createSignInProviders(settings, clock) },
    gateway,
    ipLocator: createIpLocator(() => openAddresses(settings.geoIpFile)),
    geocoder:
      settings.geocoder.kind === 'sandbox'
        ? needed(sandbox).geocoder
        : await createGeocoder(settings),
    log,
    outbox: new Outbox({ db, clock, log, alone: settings.databaseUrl === null }),
  };
  if (settings.databaseUrl) {
    const relay = new ChangesRelay(deps, settings.databaseUrl);
    closers.push(() => relay.stop());
  }
  reportStuckJobs(deps);
  registerJobs(deps);
  await startLedgerCheck(deps);
  refuseSmallOffers(deps);
  await keepMinimumCharges(deps);
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
  closers.push(keepCells(deps));
  sandbox?.connectCabinets(broker?.url ?? settings.mqttUrl ?? '');

  await keepServedBuild(settings, log);
  const app = await buildApp(deps, async (extended) => {
    if (!sandbox) return;
    const { publicUrl, currency } = settings;
    // Whoever calls it makes money, gives money back, or speaks for support: never where it is real.
    const isPlayed = deps.payments === sandbox.payments;
    const makeCoupons = (coupon: NewCoupon) => createCoupons(db, coupon, currency, clock.now());
    await extended.register(sandboxRoutes, {
      prefix: '/sandbox',
      sandbox,
      publicUrl,
      log,
      makeCoupons: isPlayed ? makeCoupons : null,
    });
    if (isPlayed) {
      await provisionCoupons(db, clock, currency);
      await provisionCampaigns(db, clock, currency);
      await extended.register(sandboxCampaignRoutes, { prefix: '/sandbox', deps });
      await extended.register(sandboxCaseRoutes, { prefix: '/sandbox', deps });
      await extended.register(sandboxDisputeRoutes, { prefix: '/sandbox', deps });
      await extended.register(sandboxNewsRoutes, { prefix: '/sandbox', deps });
    }
  });
  closers.push(async () => {
    await app.drain();
    await app.close();
  });
  const url = await app.listen({ port: settings.port, host: settings.host });
  sandbox?.tellServer(url);
  return url;
}

async function keepServedBuild({ distDir, buildsDir }: Settings, log: Logger): Promise<void> {
  try {
    await keepBuild(distDir, buildsDir, systemClock.now());
  } catch (error) {
    // A disk that is full or read-only: the app is served all the same, for tabs of this build.
    log.warn({ err: error }, 'the files of earlier builds cannot be kept');
  }
}

/** The outside world, where this server plays it. */
async function openOutside(
  settings: Settings,
  log: Logger,
): Promise<{ clock: Clock; sandbox: Sandbox | null }> {
  if (!settings.sandbox) return { clock: systemClock, sandbox: null };
  const clock = openSandboxClock(settings.dataDir);
  return { clock, sandbox: await startSandbox({ settings, clock, log }) };
}

/** Its package weighs as much as all others together, and is loaded only where it is used. */
async function openStripe(
  { stripe, publicUrl }: Settings,
  db: Db,
  clock: Clock,
): Promise<PaymentProvider | null> {
  if (!stripe) return null;
  const { createStripeProvider } = await import('./providers/payments/stripe/stripeProvider.ts');
  return createStripeProvider({
    ...stripe,
    returnUrl: `${publicUrl}/payment/authenticated`,
    clock,
    customers: keptCustomers(db, 'stripe'),
    keys: keptKeys(db, clock, 'stripe'),
  });
}

/** @throws {SettingsError} where a top-up could never be paid. */
function refuseSmallOffers({
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

async function openPush(
  { push: { keys, ...settings } }: Settings,
  db: Db,
  sandbox: Sandbox | null,
): Promise<PushService | null> {
  if (!keys && !sandbox) return null;
  const { createWebPush } = await import('./providers/push/webPush.ts');
  return createWebPush({
    ...settings,
    keys: keys ?? (await keptVapidKeys(db)),
    standIn: sandbox?.pushBase ?? null,
    // Signatures and dates are the real world's.
    clock: systemClock,
  });
}

/** `readSettings` lets no server start that lacks both a provider and the sandbox. */
function needed(sandbox: Sandbox | null): Sandbox {
  if (sandbox) return sandbox;
  throw new Error('neither a provider nor the sandbox');
}

function startEmbeddedBroker(
  settings: Settings,
  db: Dependencies['db'],
  log: Logger,
): Promise<Broker> {
  return startBroker({
    port: settings.mqttPort,
    log,
    async secretHashOf(stationId) {
      const station = await db
        .selectFrom('stations')
        .select('secret_hash')
        .where('id', '=', stationId)
        .executeTakeFirst();
      return station?.secret_hash ?? null;
    },
  });
}

async function closeInReverse(closers: (() => Promise<unknown>)[], log: Logger): Promise<void> {
  for (const close of closers.toReversed()) {
    // One that fails to close must not keep the others, the database above all, from closing.
    await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close'));
  }
}
