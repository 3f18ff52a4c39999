import mqtt, { type MqttClient } from 'mqtt';
import {
  CabinetAck,
  CabinetCommand,
  type CabinetEvent,
} from '../../../contract/cabinet/messages.ts';
import { topicOf } from '../../../contract/cabinet/topics.ts';
import type { FakeCabinet } from './fakeCabinet.ts';

export interface MqttCabinetOptions {
  brokerUrl: string;
  secret: string;
  /** The time after which the cabinet resends unacknowledged events; null if it does so only after a reconnect. */
  resendAfterMs: number | null;
  /** Whether the cabinet sends, with each event, the `seq` of the oldest stored event of the same boot. */
  sendsOldest: boolean;
  heartbeatMs: number;
  /** The delay before the next command is executed, in milliseconds. */
  delayMs(): number;
  /** Whether the cabinet sends the next event only after the previous event is acknowledged. */
  sendsOneByOne?: boolean;
  /**
   * Returns the disturbance of the next command or event; null if the network delivers it as usual. The network does
   * not disturb states and acknowledgements.
   */
  disturb?(): Disturbance | null;
}

/** `late`: the message arrives after later messages. */
export type Disturbance = { kind: 'lose' } | { kind: 'double' } | { kind: 'late'; ms: number };

/**
 * A fake cabinet with an MQTT client. It executes commands, and stores its events until they are
 * acknowledged.
 */
export class MqttCabinet {
  readonly cabinet: FakeCabinet;
  /** Called for each eject command that ejected a charger. */
  onOut: (charger: string, command: string) => void = () => undefined;
  readonly #wiring: MqttCabinetOptions;
  #client: MqttClient | null = null;
  /** The events of the log that were sent since the last connect or resend. */
  #sent = new WeakSet<CabinetEvent>();
  #timers: NodeJS.Timeout[] = [];

  constructor(cabinet: FakeCabinet, wiring: MqttCabinetOptions) {
    this.cabinet = cabinet;
    this.#wiring = wiring;
  }

  /** Whether the cabinet resends unacknowledged events without a new connection. */
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
    // An error means that the broker is unreachable. The client reconnects by itself.
    client.on('error', () => undefined);
    const { heartbeatMs, resendAfterMs } = this.#wiring;
    this.#timers.push(setInterval(() => this.#beat(), heartbeatMs));
    if (resendAfterMs !== null) {
      this.#timers.push(setInterval(() => this.#sendAll(), resendAfterMs));
    }
  }

  /** Cuts the connection. The cabinet reconnects by itself. */
  cut(): void {
    this.#client?.stream.destroy();
  }

  /** Disconnects the cabinet until `open` is called. The cabinet itself continues to run. */
  async close(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    const client = this.#client;
    this.#client = null;
    client?.stream.destroy();
    await client?.endAsync(true);
  }

  /** Simulates that the power is off until the promise resolves. Then the cabinet starts again. */
  async reboot(powerIsBack: Promise<unknown> = Promise.resolve()): Promise<void> {
    await this.close();
    await powerIsBack;
    this.cabinet.reboot();
    this.open();
  }

  /** Simulates that a person pushes a charger into a slot. Returns false if no slot is free. */
  push(charger: string): boolean {
    const taken = this.cabinet.push(charger);
    this.#sendNew();
    return taken;
  }

  /** Sends the inventory, as cabinets do from time to time. */
  sendInventory(): void {
    this.cabinet.report();
    this.#sendNew();
  }

  #greet(client: MqttClient): void {
    const { stationId, bootId, slots, parameters } = this.cabinet;
    const topics = [topicOf(stationId, 'acks'), topicOf(stationId, 'commands')];
    client.subscribe(topics, { qos: 1 });
    const state = { online: true, bootId, slots: slots.size, model: 'Chaos', parameters };
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
      if (this.#wiring.sendsOneByOne) this.#sendNew();
      return;
    }
    const command = CabinetCommand.parse(content);
    this.#transmit(() => {
      const { bootId } = this.cabinet;
      setTimeout(() => {
        // At a power cut, the cabinet loses the commands that it has not executed yet.
        if (this.cabinet.bootId === bootId) this.#obey(command);
      }, this.#wiring.delayMs());
    });
  }

  #obey(command: CabinetCommand): void {
    this.cabinet.inbox.push(command);
    const charger = this.cabinet.obey();
    if (charger !== null) this.onOut(charger, command.id);
    this.#sendNew();
  }

  /** Delivers a message as the disturbed network does: never, once, twice or late. */
  #transmit(deliver: () => void): void {
    const disturbance = this.#wiring.disturb?.() ?? null;
    if (disturbance?.kind === 'lose') return;
    if (disturbance?.kind === 'late') {
      setTimeout(deliver, disturbance.ms);
      return;
    }
    deliver();
    if (disturbance?.kind === 'double') deliver();
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
      if (this.#sent.has(event)) {
        if (this.#wiring.sendsOneByOne) return;
        continue;
      }
      this.#sent.add(event);
      const body = this.#wiring.sendsOldest ? { ...event, oldest: this.#oldestOf(event) } : event;
      const topic = topicOf(this.cabinet.stationId, 'events');
      this.#transmit(() => {
        // If `publish` fails, the event stays in the log and is resent.
        client.publish(topic, JSON.stringify(body), { qos: 1 }, () => undefined);
      });
      if (this.#wiring.sendsOneByOne) return;
    }
  }

  #oldestOf({ bootId, seq }: CabinetEvent): number {
    return this.cabinet.log.find((event) => event.bootId === bootId)?.seq ?? seq;
  }
}
