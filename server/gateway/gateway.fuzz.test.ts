import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CabinetAck, CabinetEvent, CabinetState } from '../../contract/cabinet/messages.ts';
import { maxPayloadBytes } from '../../contract/cabinet/topics.ts';
import { changesOf } from '../../contract/testing/changesOf.ts';
import { listenToCabinets } from '../composition.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createTestDatabase, preferredEngine } from '../testing/database.ts';
import { fuzzCases, seedOf } from '../../contract/testing/fuzz/fuzzRun.ts';
import {
  JsonSchema,
  oddTexts,
  oddValues,
  valuesOfSchema,
} from '../../contract/testing/fuzz/schemaValues.ts';
import { usedHeap } from '../testing/fuzz/heap.ts';
import { RentalWorld } from '../testing/rentalWorld.ts';
import type { Broker } from './broker.ts';
import { createMqttGateway, type MqttGateway } from './mqttGateway.ts';
import { connectCabinet, RecordingLog, startTestBroker, type TestCabinet } from './testing.ts';

const bootId = 'the-last-boot';
const mostHeapGrowth = 64 * 1024 * 1024;
/** A batch is smaller than the highest number of messages that may wait in the gateway. */
const batchSize = 100;

let database: OpenDatabase;
let world: RentalWorld;
let broker: Broker;
let gateway: MqttGateway;
let cabinet: TestCabinet;
let stationId: string;
const log = new RecordingLog();

beforeAll(async () => {
  database = await createTestDatabase(preferredEngine);
  world = await RentalWorld.on(database.db);
  ({ stationId } = await world.addCabinet(['PB-1', 'PB-2', null]));
  broker = await startTestBroker(log, [stationId]);
  const { url, server: credentials } = broker;
  gateway = createMqttGateway({ url, shared: false, log, credentials, embedded: broker });
  await gateway.start(listenToCabinets(world.deps));
  cabinet = await connectCabinet(url, stationId);
  await cabinet.client.subscribeAsync(`cabinets/${stationId}/acks`, { qos: 1 });
});
afterAll(async () => {
  await cabinet.close();
  await gateway.stop();
  await broker.close();
  await database.close();
});

const schemaOf = (schema: z.ZodType) => JsonSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
const events = valuesOfSchema(schemaOf(CabinetEvent));
const states = valuesOfSchema(schemaOf(CabinetState));

const changed = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.nat()).map(([value, at]) => {
    const changes = changesOf(value, '');
    return changes[at % changes.length]?.value ?? null;
  });
const withOddField = (values: fc.Arbitrary<unknown>) =>
  fc.tuple(values, fc.nat(), fc.oneof(oddTexts, oddValues)).map(([value, at, odd]) => {
    const names = Object.keys(z.record(z.string(), z.unknown()).parse(value));
    return { ...z.object({}).loose().parse(value), [names[at % names.length] ?? '']: odd };
  });
const asBytes = (values: fc.Arbitrary<unknown>) =>
  fc
    .oneof(values, changed(values), withOddField(values))
    .map((value) => Buffer.from(JSON.stringify(value)));
const otherBytes = fc.oneof(
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom('', '{', '[]', 'null', '{"__proto__":{}}').map((text) => Buffer.from(text)),
  fc.integer({ min: maxPayloadBytes, max: 2 * maxPayloadBytes }).map((size) => randomBytes(size)),
  fc.integer({ min: 1, max: 3000 }).map((depth) => Buffer.from('['.repeat(depth))),
);
const messages = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('events'), asBytes(events)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('state'), asBytes(states)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('events', 'state'), otherBytes) },
);

test(
  `${fuzzCases} arbitrary messages of a cabinet are processed or dropped, and none of them blocks a later message`,
  { timeout: 60_000 + fuzzCases * 50 },
  async () => {
    const before = usedHeap();
    let seq = 0;
    for (let first = 0; first < fuzzCases; first += batchSize) {
      const batch = fc.sample(messages, {
        numRuns: Math.min(batchSize, fuzzCases - first),
        seed: seedOf(`cabinet ${first}`),
      });
      for (const [kind, bytes] of batch) {
        await cabinet.client.publishAsync(`cabinets/${stationId}/${kind}`, bytes, { qos: 1 });
      }
      // The events of an ordinary boot arrive, whatever messages came before.
      seq++;
      await cabinet.publish(`cabinets/${stationId}/events`, {
        bootId,
        seq,
        oldest: 1,
        at: null,
        type: 'heartbeat',
        signal: null,
      });
      await expect
        .poll(() => failures().length > 0 || lastAcknowledged() === seq, { timeout: 20_000 })
        .toBe(true);
      expect(failures()).toEqual([]);
    }
    expect(gateway.dropped()).toMatchObject({ overload: 0, unknownTopic: 0 });
    expect(gateway.dropped().malformed).toBeGreaterThan(0);
    expect(usedHeap() - before).toBeLessThan(mostHeapGrowth);
  },
);

const failures = () =>
  log.lines
    .filter(({ level }) => level === 'error')
    .map(({ message, fields }) => ({ message, fields }));

function lastAcknowledged(): number {
  const acks = cabinet.messages.map(({ body }) => CabinetAck.parse(body));
  return Math.max(0, ...acks.filter((ack) => ack.bootId === bootId).map((ack) => ack.seq));
}
