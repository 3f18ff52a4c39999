import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { cabinetListener } from '../modules/cabinets/listener.ts';
import { createTestDatabase, postgresRuns } from '../testing/database.ts';
import { RentalWorld } from '../testing/rentalWorld.ts';
import type { CabinetListener } from './gateway.ts';
import { createMqttGateway, type MqttGateway } from './mqttGateway.ts';
import { connectCabinet, listens, RecordingLog } from './testing.ts';

const mosquittoPort = 1883;
const url = `mqtt://127.0.0.1:${mosquittoPort}`;
const canRun = postgresRuns && (await listens(mosquittoPort));

/** Two processes share a cabinet that sends again only after it has connected anew. */
let database: OpenDatabase;
let world: RentalWorld;
let gateways: MqttGateway[];

beforeAll(async () => {
  if (!canRun) return;
  database = await createTestDatabase('postgres');
  world = await RentalWorld.on(database.db);
  gateways = [];
});
afterAll(async () => {
  if (!canRun) return;
  for (const gateway of gateways) await gateway.stop();
  await database.close();
});

async function share(listener: CabinetListener): Promise<void> {
  const gateway = createMqttGateway({ url, shared: true, log: new RecordingLog() });
  gateways.push(gateway);
  await gateway.start(listener);
}

test.skipIf(!canRun)(
  'acknowledges all events of a cabinet to the end',
  async () => {
    const { stationId } = await world.addCabinet([null]);
    const listener = cabinetListener(world.deps);
    const heard = { slow: 0, failing: 0 };
    // The first process is slow, so that events overtake each other.
    await share({
      ...listener,
      onEvent: async (id, event) => {
        heard.slow++;
        for (let look = 0; look < 5; look++)
          await listener.onEvent(id, { ...event, bootId: 'other' });
        return listener.onEvent(id, event);
      },
    });
    // The second one cannot reach its database at first.
    let failures = 2;
    await share({
      ...listener,
      onEvent: (id, event) => {
        heard.failing++;
        if (failures-- > 0) return Promise.reject(new Error('the database is away'));
        return listener.onEvent(id, event);
      },
    });

    const cabinet = await connectCabinet(url, stationId);
    await cabinet.client.subscribeAsync(`cabinets/${stationId}/acks`, { qos: 1 });
    const total = 60;
    for (let seq = 1; seq <= total; seq++) {
      const event = { bootId: 'shared', seq, at: null, type: 'heartbeat', signal: null };
      await cabinet.publish(`cabinets/${stationId}/events`, event);
    }
    await expect
      .poll(() => cabinet.messages.at(-1)?.body, { timeout: 15_000 })
      .toEqual({ bootId: 'shared', seq: total });
    expect(Math.min(heard.slow, heard.failing)).toBeGreaterThan(0);
    const kept = await database.db
      .selectFrom('inbox')
      .select('seq')
      .where('boot_id', '=', 'shared')
      .execute();
    expect(kept).toEqual([]);
    await cabinet.close();
  },
  30_000,
);
