import mqtt, { type MqttClient } from 'mqtt';
import { CabinetAck, CabinetCommand, type CabinetEvent } from '../../contract/cabinet/messages.ts';
import { topicOf } from '../../contract/cabinet/topics.ts';
import type { FakeCabinet } from './fakeCabinet.ts';

export interface MqttCabinetOptions {
  brokerUrl: string;
  secret: string;
  /** Resends unacknowledged events after this time; null: only after a reconnect. */
  resendAfterMs: number | null;
  /** Sends the number of its oldest stored event with each event. */
  sendsOldest: boolean;
  heartbeatMs: number;
  /** The delay before the next command is executed, in milliseconds. */
  delayMs(): number;
}

/**
 * A fake cabinet as an MQTT client: it executes commands, and stores its events until they are
 * acknowledged.
 */
export class MqttCabinet {
  readonly cabinet: FakeCabinet;
  /** Called with each eject command that ejected a charger. */
  onOut: (charger: string, command: string) => void = () => undefined;
  readonly #wiring: MqttCabinetOptions;
  #client: MqttClient | null = null;
  /** Events of the log that this connection has sent. */
  #sent = new WeakSet<CabinetEvent>();
  #timers: NodeJS.Timeout[] = [];

  constructor(cabinet: FakeCabinet, wiring: MqttCabinetOptions) {
    this.cabinet = cabinet;
    this.#wiring = wiring;
  }

  /** Whether it resends unacknowledged events without a new connection. */
  get resends(): boolean {
    return this.#wiring.resendAfterMs !== null;
  }

  open(): void {
    if (this.#client) return;
    const { stationId } = this.cabinet;
    const client = mqtt.connect(this.#wiring.brokerUrl, {
      clientId: stationId,
      username: stationId,
      password: this.#wiring.secret,
      clean: false,
      protocolVersion: 4,
      keepalive: 30,
      reconnectPeriod: 500,
      resubscribe: false,
      will: {
        topic: topicOf(stationId, 'state'),
        payload: Buffer.from(JSON.stringify({ online: false })),
        qos: 1,
        retain: true,
      },
    });
    this.#client = client;
    client.on('connect', () => this.#greet(client));
    client.on('message', (topic, payload) => this.#receive(topic, payload));
    // The broker is unreachable; the client reconnects by itself.
    client.on('error', () => undefined);
    const { heartbeatMs, resendAfterMs } = this.#wiring;
    this.#timers.push(setInterval(() => this.#beat(), heartbeatMs));
    if (resendAfterMs !== null) {
      this.#timers.push(setInterval(() => this.#sendAll(), resendAfterMs));
    }
  }

  /** Cuts the connection; the cabinet reconnects by itself. */
  cut(): void {
    this.#client?.stream.destroy();
  }

  /** Disconnects the cabinet until `open`; the cabinet itself continues. */
  async close(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const client = this.#client;
    this.#client = null;
    client?.stream.destroy();
    await client?.endAsync(true);
  }

  /** Restarts the cabinet. */
  async reboot(): Promise<void> {
    await this.close();
    this.cabinet.reboot();
    this.open();
  }

  /** Somebody pushes a charger in; false if no slot is free. */
  push(charger: string): boolean {
    const taken = this.cabinet.push(charger);
    this.#sendNew();
    return taken;
  }

  #greet(client: MqttClient): void {
    const { stationId, bootId, slots } = this.cabinet;
    const topics = [topicOf(stationId, 'acks'), topicOf(stationId, 'commands')];
    client.subscribe(topics, { qos: 1 });
    const state = { online: true, bootId, slots: slots.size, model: 'Chaos' };
    client.publish(topicOf(stationId, 'state'), JSON.stringify(state), { qos: 1, retain: true });
    this.#sendAll();
  }

  #receive(topic: string, payload: Buffer): void {
    const content: unknown = JSON.parse(payload.toString());
    if (topic === topicOf(this.cabinet.stationId, 'acks')) {
      const { bootId, seq } = CabinetAck.parse(content);
      this.cabinet.log = this.cabinet.log.filter(
        (event) => event.bootId !== bootId || event.seq > seq,
      );
      return;
    }
    const { bootId } = this.cabinet;
    this.cabinet.inbox.push(CabinetCommand.parse(content));
    setTimeout(() => {
      // A power cut empties the inbox.
      if (this.cabinet.bootId === bootId) this.#obey();
    }, this.#wiring.delayMs());
  }

  #obey(): void {
    const [command] = this.cabinet.inbox;
    const charger = this.cabinet.obey();
    if (command && charger !== null) this.onOut(charger, command.id);
    this.#sendNew();
  }

  #beat(): void {
    this.cabinet.heartbeat();
    this.#sendNew();
  }

  #sendAll(): void {
    this.#sent = new WeakSet();
    this.#sendNew();
  }

  #sendNew(): void {
    const client = this.#client;
    if (!client?.connected) return;
    for (const event of this.cabinet.log) {
      if (this.#sent.has(event)) continue;
      this.#sent.add(event);
      const body = this.#wiring.sendsOldest ? { ...event, oldest: this.#oldestOf(event) } : event;
      const topic = topicOf(this.cabinet.stationId, 'events');
      // The broker did not acknowledge the event. It stays in the log, and is resent.
      client.publish(topic, JSON.stringify(body), { qos: 1 }, () => undefined);
    }
  }

  #oldestOf({ bootId, seq }: CabinetEvent): number {
    return this.cabinet.log.find((event) => event.bootId === bootId)?.seq ?? seq;
  }
}
