import mqtt, { type MqttClient } from 'mqtt';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import {
  CabinetAck,
  CabinetCommand,
  type CabinetEvent,
  type CabinetState,
} from '../../contract/cabinet/messages.ts';
import { topicOf } from '../../contract/cabinet/topics.ts';
import type { Knobs } from './knobs.ts';

export interface LinkOptions {
  stationId: string;
  secret: string;
  brokerUrl: string;
  /** Returns a random number from 0 (included) to 1 (excluded). */
  random(): number;
  log: SandboxLog;
  /** Returns the events that the server has not acknowledged, oldest first. */
  unacknowledged(): readonly CabinetEvent[];
  knobs(): Knobs;
  state(): CabinetState;
  onConnected(): void;
  onDisconnected(): void;
  onCommand(command: CabinetCommand): void;
  onAck(ack: CabinetAck): void;
}

/** The time in milliseconds after which an event without an acknowledgement is sent again. */
const resendAfterMs = 2_000;
/**
 * If the knob `reorderRate` is above 0, the link waits for `batchMs` milliseconds, and then sends at most
 * `reorderWindow` of the oldest events, possibly in another order.
 */
const reorderWindow = 6;
const batchMs = 300;

/**
 * The network connection of a cabinet, which is a normal MQTT client. The link sends an event and waits for the
 * acknowledgement before it sends the next event, unless a knob reorders events.
 */
export class CabinetLink {
  readonly #options: LinkOptions;
  #client: MqttClient | null = null;
  #inFlight = new Set<string>();
  #resend: NodeJS.Timeout | undefined;
  #batchTimer: NodeJS.Timeout | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#client?.connected ?? false;
  }

  open(): void {
    if (this.#client) return;
    const { stationId, secret, log } = this.#options;
    const client = mqtt.connect(this.#options.brokerUrl, {
      clientId: stationId,
      username: stationId,
      password: secret,
      // With this setting, the broker stores the commands for an offline cabinet. This is safe
      // because commands expire.
      clean: false,
      protocolVersion: 4,
      keepalive: 30,
      connectTimeout: 5_000,
      reconnectPeriod: 1_000,
      reconnectOnConnackError: true,
      resubscribe: false,
      will: {
        topic: topicOf(stationId, 'state'),
        payload: Buffer.from(JSON.stringify({ online: false })),
        qos: 1,
        retain: true,
      },
    });
    this.#client = client;
    client.on('connect', () => this.#onConnect(client));
    client.on('message', (topic, payload) => this.#receive(topic, payload));
    client.on('error', (error) =>
      log.debug({ stationId, err: error }, 'a simulated cabinet could not connect'),
    );
    client.on('close', () => {
      this.#clearInFlight();
      this.#options.onDisconnected();
    });
  }

  /**
   * Cuts the connection without a message to the broker, as a network failure does. The broker then
   * publishes the last will of the cabinet.
   */
  async cut(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#clearInFlight();
    if (!client) return;
    client.stream.destroy();
    await client.endAsync(true);
  }

  /**
   * Sends the next event, or the next batch of events. The cabinet calls this function when its
   * stored events change.
   */
  flush(): void {
    if (!this.connected) return;
    if (this.#options.knobs().reorderRate === 0) {
      const next = this.#options.unacknowledged()[0];
      if (next) this.#send(next);
      return;
    }
    if (this.#batchTimer) return;
    this.#batchTimer = setTimeout(() => {
      this.#batchTimer = undefined;
      const window = this.#options.unacknowledged().slice(0, reorderWindow);
      for (const event of this.#shuffled(window)) this.#send(event);
    }, batchMs);
  }

  /** Publishes the state of the cabinet, and the broker stores it. Does nothing without a connection. */
  publishState(): void {
    if (!this.connected) return;
    const { stationId, state } = this.#options;
    this.#client?.publish(topicOf(stationId, 'state'), JSON.stringify(state()), {
      qos: 1,
      retain: true,
    });
  }

  #onConnect(client: MqttClient): void {
    const { stationId, log } = this.#options;
    this.#clearInFlight();
    this.publishState();
    const topics = [topicOf(stationId, 'commands'), topicOf(stationId, 'acks')];
    client.subscribe(topics, { qos: 1 }, (error) => {
      if (error) return log.debug({ stationId, err: error }, 'a subscription failed');
      if (this.#client !== client) return;
      this.#options.onConnected();
      this.flush();
    });
  }

  #send(event: CabinetEvent): void {
    const key = `${event.bootId}/${event.seq}`;
    if (this.#inFlight.has(key)) return;
    this.#inFlight.add(key);
    this.#resend ??= setTimeout(() => {
      this.#clearInFlight();
      this.flush();
    }, resendAfterMs);
    const oldest = this.#options.unacknowledged().find(({ bootId }) => bootId === event.bootId);
    const payload = JSON.stringify({ ...event, oldest: oldest?.seq ?? event.seq });
    for (let copies = this.#copies(); copies > 0; copies--) {
      this.#client?.publish(topicOf(this.#options.stationId, 'events'), payload, { qos: 1 });
    }
  }

  #receive(topic: string, payload: Buffer): void {
    const { stationId, log, onCommand, onAck } = this.#options;
    const body = parseJson(payload);
    const ack = CabinetAck.safeParse(body);
    const command = CabinetCommand.safeParse(body);
    for (let copies = this.#copies(); copies > 0; copies--) {
      if (topic === topicOf(stationId, 'acks') && ack.success) {
        this.#clearInFlight();
        onAck(ack.data);
      } else if (topic === topicOf(stationId, 'commands') && command.success) {
        onCommand(command.data);
      } else {
        log.warn(
          { stationId, reason: 'malformed' },
          'a simulated cabinet received an unreadable message',
        );
      }
    }
  }

  /** Returns how many times a message is delivered: 0 (lost), 1 or 2. */
  #copies(): number {
    const { lossRate, duplicationRate } = this.#options.knobs();
    if (this.#options.random() < lossRate) return 0;
    return this.#options.random() < duplicationRate ? 2 : 1;
  }

  #shuffled(events: readonly CabinetEvent[]): CabinetEvent[] {
    const { reorderRate } = this.#options.knobs();
    const order = [...events];
    for (let i = 1; i < order.length; i++) {
      const [before, after] = [order[i - 1], order[i]];
      if (!before || !after || this.#options.random() >= reorderRate) continue;
      order[i - 1] = after;
      order[i] = before;
    }
    return order;
  }

  #clearInFlight(): void {
    clearTimeout(this.#resend);
    this.#resend = undefined;
    this.#inFlight.clear();
  }
}

/** Parses a message. Returns undefined if the message is not JSON. */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'));
  } catch {
    return undefined;
  }
}
