import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../server/time/clock.ts';
import { openDatabase } from '../../server/db/database.ts';
import { hashStationSecret } from '../../server/gateway/secrets.ts';
import { startLine } from '../../server/gateway/testing.ts';
import { saveStations } from '../../server/modules/stations/saveStations.ts';
import { FakeCabinet } from '../../server/testing/cabinets/fakeCabinet.ts';
import { FakeTwilio } from '../../server/testing/fakeTwilio.ts';
import { freePort } from '../../server/testing/network/freePort.ts';
import { stationRecord } from '../../server/testing/stations.ts';
import { FakeStripe } from '../../server/testing/stripe/fakeStripe.ts';
import { MqttCabinet, type Disturbance } from '../../server/testing/cabinets/mqttCabinet.ts';
import { createOwnDatabase, type OwnDatabase } from '../../server/testing/databases/ownDatabase.ts';
import { Balancer } from './balancer.ts';
import { Mosquitto } from './mosquitto.ts';
import { publicHost } from './publicHost.ts';
import type { Random } from './random.ts';
import { ServerProcess } from './serverProcess.ts';
import { tariffs } from './tariffs.ts';
import { ChargerTrips } from './trips.ts';

type Line = Awaited<ReturnType<typeof startLine>>;

/**
 * A server process with its own connection to the broker. `connectionName` is the name of the
 * process in the database's list of connections.
 */
export interface Served {
  readonly process: ServerProcess;
  readonly line: Line;
  readonly connectionName: string;
}

export interface World {
  readonly random: Random;
  readonly database: OwnDatabase;
  readonly stripe: FakeStripe;
  readonly twilio: FakeTwilio;
  readonly served: readonly Served[];
  readonly balancer: Balancer;
  readonly broker: Mosquitto;
  readonly cabinets: readonly MqttCabinet[];
  /** The id of the tariff of each station, by the id of the station. */
  readonly tariffOf: ReadonlyMap<string, string>;
  /** The ids of the stations that the map shows with chargers. */
  shown: readonly string[];
  /** Serial numbers of all chargers. */
  readonly stock: readonly string[];
  readonly trips: ChargerTrips;
  /** While `isCalm` is false, the network between cabinets and broker loses, duplicates and delays messages. */
  readonly network: { isCalm: boolean };
  /** The key of the operators' API. */
  readonly operatorKey: string;
  /** The folder for the output of the processes. */
  readonly folder: string;
  close(options: { keepFolder: boolean }): Promise<void>;
}

const cabinetCount = 20;
const slotCount = 8;
const filledSlots = 5;

/**
 * Starts two server processes on one database and one broker. The payment provider, the SMS provider and the cabinets
 * are simulated.
 */
export async function createWorld(random: Random): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-'));
  const closers: (() => Promise<unknown>)[] = [];
  const close = async ({ keepFolder }: { keepFolder: boolean }) => {
    for (const closer of closers.splice(0).toReversed()) await closer();
    if (!keepFolder) await rm(folder, { recursive: true, force: true });
  };
  try {
    const database = await createOwnDatabase('postgres');
    closers.push(() => database.close());
    const [stripe, twilio] = await Promise.all([FakeStripe.start(), FakeTwilio.start()]);
    closers.push(() => Promise.all([stripe.close(), twilio.close()]));
    const broker = await Mosquitto.start(await freePort(), folder);
    closers.push(() => broker.stop());

    const trips = new ChargerTrips(() => systemClock.now());
    const network = { isCalm: false };
    const { cabinets, tariffOf, stock } = await enterCabinets(database, {
      brokerUrl: broker.url,
      trips,
      network,
      random,
    });
    const operatorKey = randomBytes(24).toString('hex');
    const shared = { ...environmentOf(stripe, twilio), OPERATOR_KEY: operatorKey };
    const served = await Promise.all(
      ['a', 'b'].map((name) => serve(name, { folder, broker, shared, url: database.url ?? '' })),
    );
    for (const { process, line } of served) {
      closers.push(() => line.close());
      closers.push(() => process.kill());
    }
    const started = await Promise.all(served.map(({ process }) => process.start()));
    if (started.includes(false))
      throw new Error(`a process exited during its start; see ${folder}`);
    for (const cabinet of cabinets) {
      cabinet.cabinet.report();
      cabinet.open();
      closers.push(() => cabinet.close());
    }
    const processes = served.map(({ process }) => process);
    const balancer = new Balancer(processes, random.fork());
    const sides = { random, database, stripe, twilio, served, balancer, broker, operatorKey };
    return { ...sides, cabinets, tariffOf, shown: [], stock, trips, network, folder, close };
  } catch (error) {
    await close({ keepFolder: true });
    throw error;
  }
}

async function serve(
  name: string,
  given: { folder: string; broker: Mosquitto; shared: Record<string, string>; url: string },
): Promise<Served> {
  const line = await startLine(given.broker.url);
  const connectionName = `chaos-${name}`;
  const url = new URL(given.url);
  url.searchParams.set('application_name', connectionName);
  const environment = {
    ...given.shared,
    PORT: String(await freePort()),
    DATABASE_URL: url.href,
    MQTT_URL: line.url,
    DATA_DIR: path.join(given.folder, `data-${name}`),
  };
  const process = new ServerProcess(name, environment, path.join(given.folder, `${name}.log`));
  return { process, line, connectionName };
}

/** Settings of a production server behind a proxy, with secrets for one run only. */
export function environmentOf(stripe: FakeStripe, twilio: FakeTwilio): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    // Production refuses test keys of the payment provider, except in a staging environment.
    STAGING: '1',
    // In a few minutes, a station of the run has as many rentals as a real station has in a day.
    STARTS_PER_STATION_MINUTE: '120',
    // Support gets a case two seconds after a claim, so that operators decide about the claim
    // within the run.
    CLAIM_CHECK_SECONDS: '2',
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://${publicHost}`,
    TRUST_PROXY: '1',
    CODE_SECRET: randomBytes(24).toString('hex'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    TWILIO_VERIFY_SERVICE_SID: FakeTwilio.serviceSid,
    TWILIO_ACCOUNT_SID: FakeTwilio.accountSid,
    TWILIO_AUTH_TOKEN: FakeTwilio.authToken,
    TWILIO_URL: twilio.url,
  };
}

async function enterCabinets(
  { url }: OwnDatabase,
  given: Pick<World, 'trips' | 'network' | 'random'> & { brokerUrl: string },
): Promise<Pick<World, 'cabinets' | 'tariffOf' | 'stock'>> {
  const cabinets: MqttCabinet[] = [];
  const tariffOf = new Map<string, string>();
  const stock: string[] = [];
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  try {
    for (const tariff of tariffs) {
      const row = { id: tariff.id, terms: JSON.stringify(tariff) };
      await db.insertInto('tariffs').values(row).execute();
    }
    const secret = randomBytes(16).toString('hex');
    const secretHash = hashStationSecret(secret);
    for (let index = 0; index < cabinetCount; index++) {
      const tariffId = tariffs[index % tariffs.length]?.id ?? '';
      const record = stationRecord({ tariffId, secretHash, slots: slotCount });
      await saveStations(db, [record], systemClock.now());
      tariffOf.set(record.id, tariffId);
      const serials = Array.from({ length: filledSlots }, (_, slot) => `CH-${index}-${slot}`);
      stock.push(...serials);
      await db
        .insertInto('chargers')
        .values(
          serials.map((serial) => ({
            serial,
            state: 'docked' as const,
            changed_at: systemClock.now(),
          })),
        )
        .execute();
      const empty = Array.from({ length: slotCount - filledSlots }, () => null);
      const cabinet = new FakeCabinet(record.id, [...serials, ...empty], () => systemClock.now());
      cabinets.push(wire(cabinet, { ...given, index, secret, random: given.random.fork() }));
    }
  } finally {
    await close();
  }
  return { cabinets, tariffOf, stock };
}

/** Connects a cabinet. Each cabinet has different faults, as real cabinets have. */
function wire(
  cabinet: FakeCabinet,
  given: Pick<World, 'trips' | 'network' | 'random'> & {
    index: number;
    brokerUrl: string;
    secret: string;
  },
): MqttCabinet {
  const { index, brokerUrl, secret, trips, network, random } = given;
  cabinet.behaviour.hasNoClock = index % 6 === 5;
  cabinet.behaviour.skewSeconds = [0, 0, 3600, -7200, 40, 0, -40][index % 7] ?? 0;
  cabinet.behaviour.ignoresExpiry = index % 5 === 4;
  cabinet.behaviour.forgetsCommands = index % 9 === 8;
  const wired = new MqttCabinet(cabinet, {
    brokerUrl,
    secret,
    resendAfterMs: index % 2 === 0 ? 4_000 : null,
    sendsOldest: index % 3 !== 0,
    // A heartbeat without a time can show the server that the cabinet has sent all its stored events. It does so only
    // if no other message arrived in the three seconds before. So the interval must be longer than three seconds.
    heartbeatMs: 6_500 + random.between(0, 1_000),
    sendsOneByOne: index % 4 === 3,
    disturb: () => (network.isCalm ? null : disturbanceOf(random)),
    delayMs: () => (random.chance(0.03) ? random.between(1_000, 8_000) : random.between(20, 200)),
  });
  wired.onOut = (charger, command) => trips.cameOut(cabinet, charger, command);
  return wired;
}

/** Returns the fault for one message, or null for no fault. The network delivers most messages without a fault. */
function disturbanceOf(random: Random): Disturbance | null {
  const kind = random.fraction();
  if (kind < 0.03) return { kind: 'lose' };
  if (kind < 0.06) return { kind: 'double' };
  if (kind < 0.09) return { kind: 'late', ms: random.between(100, 2_000) };
  return null;
}
