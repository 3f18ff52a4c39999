import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { CuttableProxy } from '../testing/network/cuttableProxy.ts';
import { startBroker, type Broker } from './broker.ts';
import type { CabinetListener } from './gateway.ts';
import type { GatewayLog } from './gatewayLog.ts';
import type { CabinetEvent, CabinetState, EventEnvelope } from '../../contract/cabinet/messages.ts';
import { hashStationSecret } from './secrets.ts';

/** A log whose lines a test can read. */
export class RecordingLog implements GatewayLog {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
}

/** A listener that records messages, and lets a test wait for them. */
export class RecordingListener implements CabinetListener {
  readonly events: { stationId: string; event: CabinetEvent }[] = [];
  readonly states: { stationId: string; state: CabinetState }[] = [];
  /** If this returns an error for an event, the listener rejects the event. */
  refuse: (event: CabinetEvent) => Error | null = () => null;
  readonly #seqs = new Map<string, Set<number>>();
  #waiting: { condition: () => boolean; resolve: () => void }[] = [];

  async onEvent(stationId: string, event: CabinetEvent): Promise<number | null> {
    const error = this.refuse(event);
    if (error) throw error;
    this.events.push({ stationId, event });
    this.#check();
    return this.#committed(stationId, event);
  }

  async onUnread(stationId: string, envelope: EventEnvelope): Promise<number | null> {
    return this.#committed(stationId, envelope);
  }

  /**
   * The highest `seq` of a boot up to which no event is missing; null if the first event is missing.
   */
  #committed(stationId: string, { bootId, seq, oldest = 1 }: EventEnvelope): number | null {
    const key = `${stationId}:${bootId}`;
    const seqs = this.#seqs.get(key) ?? new Set();
    this.#seqs.set(key, seqs.add(seq));
    let upTo = oldest - 1;
    while (seqs.has(upTo + 1)) upTo++;
    return upTo >= oldest ? upTo : null;
  }

  async onState(stationId: string, state: CabinetState): Promise<void> {
    this.states.push({ stationId, state });
    this.#check();
  }

  until(condition: () => boolean): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ condition, resolve }));
  }

  /** The events of one station, without heartbeats. */
  eventsOf(stationId: string): CabinetEvent[] {
    return this.events
      .filter((one) => one.stationId === stationId && one.event.type !== 'heartbeat')
      .map(({ event }) => event);
  }

  #check(): void {
    const met = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((one) => !met.includes(one));
    for (const { resolve } of met) resolve();
  }
}

export const secretOf = (stationId: string): string => `secret-of-${stationId}`;

export function startTestBroker(log: GatewayLog, stations: string[]): Promise<Broker> {
  return startBroker({
    port: 0,
    log,
    async secretHashesOf(ids) {
      const known = ids.filter((id) => stations.includes(id));
      return new Map(known.map((id) => [id, [hashStationSecret(secretOf(id))]]));
    },
  });
}

export interface TestCabinet {
  client: MqttClient;
  messages: { topic: string; body: unknown }[];
  publish(topic: string, body: unknown): Promise<void>;
  /** Resolves with the next message on a topic that has this suffix. */
  next(ending: string): Promise<unknown>;
  close(): Promise<void>;
}

/** A simulated cabinet: an MQTT client with the credentials of a station. */
export async function connectCabinet(
  url: string,
  stationId: string,
  options: IClientOptions = {},
): Promise<TestCabinet> {
  const client = mqtt.connect(url, {
    clientId: stationId,
    username: stationId,
    password: secretOf(stationId),
    protocolVersion: 4,
    reconnectPeriod: 0,
    ...options,
  });
  const messages: { topic: string; body: unknown }[] = [];
  const waiting: { ending: string; resolve: (body: unknown) => void }[] = [];
  client.on('message', (topic, payload) => {
    const body: unknown = JSON.parse(payload.toString());
    messages.push({ topic, body });
    const index = waiting.findIndex(({ ending }) => topic.endsWith(ending));
    if (index >= 0) waiting.splice(index, 1)[0]?.resolve(body);
  });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
  });
  return {
    client,
    messages,
    async publish(topic, body) {
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      await client.publishAsync(topic, payload, { qos: 1 });
    },
    next: (ending) => new Promise((resolve) => waiting.push({ ending, resolve })),
    close: () => client.endAsync(true),
  };
}

/** Whether a server listens on this port. */
export async function listens(port: number): Promise<boolean> {
  const socket = connectSocket(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A proxy to a broker. A test can cut its connections. */
export async function startLine(
  brokerUrl: string,
): Promise<{ url: string; cut(): void; close(): Promise<void> }> {
  const proxy = await CuttableProxy.open(Number(new URL(brokerUrl).port));
  return {
    url: `mqtt://127.0.0.1:${proxy.port}`,
    cut: () => proxy.cut(),
    close: () => proxy.close(),
  };
}
