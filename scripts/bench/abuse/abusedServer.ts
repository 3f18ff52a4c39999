import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../../server/time/clock.ts';
import type { Db } from '../../../server/db/database.ts';
import { hashStationSecret } from '../../../server/gateway/secrets.ts';
import { saveStations } from '../../../server/modules/stations/saveStations.ts';
import { FakeCabinet } from '../../../server/testing/cabinets/fakeCabinet.ts';
import { MqttCabinet } from '../../../server/testing/cabinets/mqttCabinet.ts';
import { FakeTwilio } from '../../../server/testing/fakeTwilio.ts';
import { freePort } from '../../../server/testing/network/freePort.ts';
import { createOwnDatabase } from '../../../server/testing/databases/ownDatabase.ts';
import { stationRecord } from '../../../server/testing/stations.ts';
import { FakeStripe } from '../../../server/testing/stripe/fakeStripe.ts';
import { ServerProcess } from '../../chaos/serverProcess.ts';
import { tariffs } from '../../chaos/tariffs.ts';
import { environmentOf } from '../../chaos/world.ts';

const cabinetCount = 12;
const slotCount = 12;
const filledSlots = 8;
/** The time that a cabinet needs to open a slot, in milliseconds. */
const slotMs = 50;

export interface AbusedServer {
  readonly server: ServerProcess;
  readonly stripe: FakeStripe;
  readonly twilio: FakeTwilio;
  readonly cabinets: readonly MqttCabinet[];
  readonly tariffId: string;
  /** The charger that came out for each rental, by the id of the rental. */
  readonly out: Map<string, { cabinet: MqttCabinet; charger: string }>;
  close(): Promise<void>;
}

/**
 * One server process with production settings on PostgreSQL. The payment provider, the SMS provider and the cabinets
 * are simulated.
 */
export async function startAbusedServer(): Promise<AbusedServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'abuse-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const database = await createOwnDatabase('postgres');
    closers.push(() => database.close());
    const [stripe, twilio] = await Promise.all([FakeStripe.start(), FakeTwilio.start()]);
    closers.push(() => Promise.all([stripe.close(), twilio.close()]));
    const mqttPort = await freePort();
    const brokerUrl = `mqtt://127.0.0.1:${mqttPort}`;
    const out: AbusedServer['out'] = new Map();
    const { cabinets, tariffId } = await enterCabinets(database.db, brokerUrl, out);
    const environment = {
      ...environmentOf(stripe, twilio),
      PORT: String(await freePort()),
      DATABASE_URL: database.url ?? '',
      MQTT_PORT: String(mqttPort),
      DATA_DIR: path.join(folder, 'data'),
    };
    const server = new ServerProcess('abused', environment, path.join(folder, 'server.log'));
    closers.push(() => server.kill());
    if (!(await server.start())) throw new Error('the server exited during its start');
    for (const cabinet of cabinets) {
      cabinet.cabinet.report();
      cabinet.open();
      closers.push(() => cabinet.close());
    }
    await untilOnline(database.db);
    return { server, stripe, twilio, cabinets, tariffId, out, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function enterCabinets(db: Db, brokerUrl: string, out: AbusedServer['out']) {
  const [tariff] = tariffs;
  if (!tariff) throw new Error('no tariff');
  await db
    .insertInto('tariffs')
    .values({ id: tariff.id, terms: JSON.stringify(tariff) })
    .execute();
  const secret = randomBytes(16).toString('hex');
  const secretHash = hashStationSecret(secret);
  const now = systemClock.now();
  const cabinets: MqttCabinet[] = [];
  for (let index = 0; index < cabinetCount; index++) {
    const record = stationRecord({ tariffId: tariff.id, secretHash, slots: slotCount });
    await saveStations(db, [record], now);
    const serials = Array.from({ length: filledSlots }, (_, slot) => `CH-${index}-${slot}`);
    const chargers = serials.map((serial) => ({
      serial,
      state: 'docked' as const,
      changed_at: now,
    }));
    await db.insertInto('chargers').values(chargers).execute();
    const empty = Array.from({ length: slotCount - filledSlots }, () => null);
    const cabinet = new MqttCabinet(
      new FakeCabinet(record.id, [...serials, ...empty], () => systemClock.now()),
      {
        brokerUrl,
        secret,
        resendAfterMs: 4_000,
        sendsOldest: true,
        heartbeatMs: 7_000,
        delayMs: () => slotMs,
      },
    );
    cabinet.onOut = (charger, command) => {
      out.set(command.replace(/^eject:/, ''), { cabinet, charger });
    };
    cabinets.push(cabinet);
  }
  return { cabinets, tariffId: tariff.id };
}

async function untilOnline(db: Db): Promise<void> {
  for (;;) {
    const { count } = await db
      .selectFrom('stations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('online', '=', true)
      .where('chargers', '>', 0)
      .executeTakeFirstOrThrow();
    if (count === cabinetCount) return;
    await setTimeout(50);
  }
}
