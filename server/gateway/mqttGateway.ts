import { setTimeout } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import type { Broker } from './broker.ts';
import type { CabinetListener, Gateway } from './gateway.ts';
import type { GatewayLog } from './gatewayLog.ts';
import { parseJson } from './json.ts';
import {
  CabinetEvent,
  CabinetState,
  EventEnvelope,
  type CabinetAck,
  type CabinetCommand,
} from '../../contract/cabinet/messages.ts';
import { WorkQueue } from './workQueue.ts';
import { maxPayloadBytes, parseTopic, topicOf } from '../../contract/cabinet/topics.ts';

export interface MqttGatewayOptions {
  /** The address `mqtt://…`. The credentials in it are used if `credentials` is absent. */
  url: string;
  credentials?: { username: string; password: string };
  /**
   * Whether several processes on one broker divide the events among them by a shared subscription. The embedded broker
   * does not support shared subscriptions.
   */
  shared: boolean;
  /**
   * The embedded broker, if it is used. It runs in this process and stores nothing on disk. So a crash loses a command
   * that the cabinet has not confirmed, and a restart loses a command for a cabinet that has not yet reconnected.
   */
  embedded?: Pick<Broker, 'reaches' | 'deliveryOf'>;
  log: GatewayLog;
  /** How long `start` waits for the broker, in milliseconds. Then the gateway starts without the broker. */
  startTimeoutMs?: number;
  /**
   * The time limit in milliseconds for the broker's acknowledgement of a command. The cabinet's confirmation has the
   * same time limit.
   */
  publishTimeoutMs?: number;
}

/** Why a message was dropped. */
type DropReason = 'unknownTopic' | 'oversized' | 'malformed' | 'overload';

export interface MqttGateway extends Gateway {
  readonly connected: boolean;
  /** Returns the number of dropped messages since the start, for each reason. */
  dropped(): Readonly<Record<DropReason, number>>;
}

/** The command may not reach its cabinet. The sender should try again. */
export class NotDeliveredError extends Error {
  override readonly name = 'NotDeliveredError';
}

/**
 * The highest number of waiting messages of one station. The gateway drops further messages; the cabinet sends
 * dropped events again later.
 */
const maxWaiting = 500;

/** The delays before the retries of a message that failed, in milliseconds. */
const retryAfterMs = [100, 300, 1000, 3000, 5000];

export function createMqttGateway(options: MqttGatewayOptions): MqttGateway {
  const { log } = options;
  const queues = new Map<string, WorkQueue>();
  const counts: Record<DropReason, number> = {
    unknownTopic: 0,
    oversized: 0,
    malformed: 0,
    overload: 0,
  };
  const stopping = new AbortController();
  let client: MqttClient | null = null;

  const drop = (reason: DropReason, stationId?: string): void => {
    counts[reason]++;
    log.warn({ stationId, reason, count: counts[reason] }, 'a cabinet message was dropped');
  };

  const queueOf = (stationId: string): WorkQueue => {
    let queue = queues.get(stationId);
    if (!queue) queues.set(stationId, (queue = new WorkQueue()));
    return queue;
  };

  function receive(listener: CabinetListener, topic: string, payload: Buffer): void {
    const parsed = parseTopic(topic);
    if (!parsed) return drop('unknownTopic');
    const { stationId, kind } = parsed;
    if (payload.length > maxPayloadBytes) return drop('oversized', stationId);
    const queue = queueOf(stationId);
    if (queue.waiting >= maxWaiting) return drop('overload', stationId);
    const content = parseJson(payload);
    if (kind === 'state') {
      const state = CabinetState.safeParse(content);
      if (!state.success) return drop('malformed', stationId);
      void queue.enqueue(() => guarded(stationId, () => listener.onState(stationId, state.data)));
    } else if (kind === 'events') {
      const envelope = EventEnvelope.safeParse(content);
      if (!envelope.success) return drop('malformed', stationId);
      const event = CabinetEvent.safeParse(content);
      if (!event.success) drop('malformed', stationId);
      const { bootId } = envelope.data;
      void queue.enqueue(() =>
        guarded(stationId, async () => {
          // An unreadable event, perhaps from newer firmware, must not block the other events.
          const seq = event.success
            ? await listener.onEvent(stationId, event.data)
            : await listener.onUnread(stationId, envelope.data);
          if (seq !== null) acknowledge(stationId, { bootId, seq });
        }),
      );
    }
  }

  /**
   * Retries a message that the listener rejects. The gateway cannot wait for the cabinet to resend it,
   * because some cabinets do so only after they reconnect. After the last retry the message stays
   * unacknowledged, so the cabinet keeps it.
   */
  async function guarded(stationId: string, work: () => Promise<void>): Promise<void> {
    for (const waitMs of [...retryAfterMs, null]) {
      try {
        return await work();
      } catch (error) {
        log.error({ stationId, err: error }, 'a cabinet message could not be processed');
        if (waitMs === null || stopping.signal.aborted) return;
        await setTimeout(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  function acknowledge(stationId: string, ack: CabinetAck): void {
    // If an acknowledgement is lost, the cabinet sends the event again. The inbox makes this harmless.
    if (!client?.connected) return;
    client.publish(topicOf(stationId, 'acks'), JSON.stringify(ack), { qos: 1 }, (error) => {
      if (error) log.debug({ stationId, err: error }, 'an acknowledgement was not published');
    });
  }

  return {
    get connected() {
      return client?.connected ?? false;
    },

    dropped: () => ({ ...counts }),

    async start(listener) {
      const opened = mqtt.connect(options.url, {
        ...options.credentials,
        clean: true,
        protocolVersion: 4,
        reconnectPeriod: 1_000,
        reconnectOnConnackError: true,
        connectTimeout: 5_000,
        keepalive: 30,
        resubscribe: false,
        queueQoSZero: false,
      });
      client = opened;
      const events = topicOf('+', 'events');
      const subscriptions = [
        topicOf('+', 'state'),
        options.shared ? `$share/api/${events}` : events,
      ];
      await new Promise<void>((resolve) => {
        const late = globalThis.setTimeout(() => {
          log.warn({}, 'the broker does not answer yet; the gateway keeps trying');
          resolve();
        }, options.startTimeoutMs ?? 5_000);
        opened.on('message', (topic, payload) => receive(listener, topic, payload));
        opened.on('error', (error) => log.warn({ err: error }, 'the broker connection failed'));
        opened.on('close', () => log.debug({}, 'the broker connection closed'));
        opened.on('connect', () => {
          opened.subscribe(subscriptions, { qos: 1 }, (error, granted) => {
            const refused = granted?.some(({ qos }) => qos === 128);
            if (error || refused) {
              log.error({ err: error }, 'the broker refuses the subscription to the cabinets');
              return;
            }
            clearTimeout(late);
            resolve();
          });
        });
      });
    },

    async send(stationId: string, command: CabinetCommand) {
      // While the connection is down, the gateway does not queue the command, because the sender must decide
      // whether the command is still needed.
      if (!client?.connected) throw new NotDeliveredError('the broker is not connected');
      const delivery = options.embedded?.deliveryOf(stationId, command.id) ?? null;
      const timeoutMs = options.publishTimeoutMs ?? 5_000;
      // If an earlier call has published the command, do not publish it again: a cabinet that does not remember its
      // commands would eject two chargers.
      if (!delivery?.isPublished) {
        if (options.embedded?.reaches(stationId) === false) {
          throw new NotDeliveredError('the cabinet is not connected');
        }
        const published = client.publishAsync(
          topicOf(stationId, 'commands'),
          JSON.stringify(command),
          { qos: 1 },
        );
        await withTimeout(published, timeoutMs, 'the broker did not acknowledge in time');
        if (delivery) delivery.isPublished = true;
      }
      if (!delivery) return;
      await withTimeout(delivery.confirmed, timeoutMs, 'the cabinet did not confirm in time');
      delivery.end();
    },

    async stop() {
      const closing = client;
      client = null;
      stopping.abort();
      await closing?.endAsync(true);
      await Promise.all([...queues.values()].map((queue) => queue.enqueue(async () => {})));
    },
  };
}

async function withTimeout(
  step: Promise<unknown>,
  timeoutMs: number,
  message: string,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = globalThis.setTimeout(() => reject(new NotDeliveredError(message)), timeoutMs);
  });
  try {
    await Promise.race([step, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
