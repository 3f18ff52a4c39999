import { randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { CabinetCommand } from '../../contract/cabinet/messages.ts';
import { Deliveries, type Delivery } from './deliveries.ts';
import { watchFrames } from './frameLimit.ts';
import type { GatewayLog } from './gatewayLog.ts';
import { parseJson } from './json.ts';
import { isStationSecret } from './secrets.ts';
import { openTlsListener, type TlsFiles } from './tlsListener.ts';
import {
  maxPayloadBytes,
  parseTopic,
  publishedByCabinet,
  readByCabinet,
  topicOf,
} from '../../contract/cabinet/topics.ts';

export interface BrokerOptions {
  /** The port of the broker. With 0 the operating system chooses a port. */
  port: number;
  host?: string;
  /** The additional address on which the broker accepts only TLS; null if there is none. */
  tls?: (TlsFiles & { host: string; port: number }) | null;
  /**
   * Returns for each of these stations the hashes of its valid secrets. `hashStationSecret` made these hashes. The
   * result has no entry for an unknown station.
   */
  secretHashesOf(stationIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  log: GatewayLog;
}

export interface Broker {
  /** The address of the broker, such as `mqtt://127.0.0.1:1884`. */
  url: string;
  /** The port that accepts only TLS; null if there is none. */
  tlsPort: number | null;
  /**
   * The credentials of the gateway, which may use the topics of every station. They are new at every
   * start.
   */
  server: { username: string; password: string };
  /** Whether a cabinet is connected and subscribed to its commands. */
  reaches(stationId: string): boolean;
  /**
   * Returns the delivery of a command. Null if the cabinet cannot confirm commands, because it starts a new session
   * with each connection, or because its subscription has QoS 0.
   */
  deliveryOf(stationId: string, commandId: string): Delivery | null;
  /** Closes the connections of cabinets whose secret is no longer valid. */
  recheck(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The highest length of a packet. It is four times the largest payload, so there is enough space for
 * the topic, the length field and the packet id.
 */
const maxFrameBytes = 4 * maxPayloadBytes;

/**
 * The embedded MQTT 3.1.1 broker for one process. A cabinet connects as its own station: its client
 * id and user name are the id of the station. It may use only its own topics. If it publishes to
 * another topic, the broker closes the connection.
 */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { log } = options;
  const server = { username: 'server', password: randomBytes(32).toString('base64url') };
  /** The roles of authenticated connections. A connection without an entry is not authenticated yet. */
  const roles = new WeakMap<Client, Role>();
  /** The connections of cabinets, each with the hash of its secret. */
  const cabinets = new Map<Client, { stationId: string; hash: string }>();

  const aedes = await Aedes.createBroker({
    // By default, the package allows only 23 characters in the id of an MQTT 3.1 client, the limit of that version.
    maxClientsIdLength: 64,
    authenticate(client, username, password, done) {
      identify(client, username, password?.toString('utf8')).then(
        (role) => {
          if (!role) return done(refusal('unknown user name or secret'), null);
          roles.set(client, role);
          done(null, true);
        },
        (error: unknown) => {
          log.error({ err: error }, 'a connection could not be checked');
          done(refusal('try again'), null);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const role = client && roles.get(client);
      if (!role || !mayPublish(role, packet.topic)) {
        log.warn(
          { stationId: role?.stationId, reason: 'foreignTopic' },
          'a connection that published outside its topics was closed',
        );
        return done(new Error('not one of your topics'));
      }
      // The broker retains only messages with a state, for later subscribers.
      if (role.stationId && !packet.topic.endsWith('/state')) packet.retain = false;
      done();
    },
    authorizeSubscribe(client, subscription, done) {
      const role = roles.get(client);
      // With null, the broker responds with the failure code of MQTT 3.1.1, section 3.9.3.
      done(null, role && maySubscribe(role, subscription.topic) ? subscription : null);
    },
  });

  async function identify(
    client: Client,
    username: string | undefined,
    password: string | undefined,
  ): Promise<Role | null> {
    if (!username || !password) return null;
    if (username === server.username && password === server.password) return { stationId: null };
    if (client.id !== username) return null;
    const hashes = (await options.secretHashesOf([username])).get(username) ?? [];
    const hash = hashes.find((one) => isStationSecret(password, one));
    if (hash === undefined) return null;
    cabinets.set(client, { stationId: username, hash });
    return { stationId: username };
  }

  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  };
  const serve = (socket: Socket) => {
    socket.setNoDelay(true);
    const client = aedes.handle(socket);
    socket.on('close', () => cabinets.delete(client));
    watchFrames(socket, maxFrameBytes, () => {
      log.warn(
        { stationId: roles.get(client)?.stationId, reason: 'oversized' },
        'a connection that sent an oversized packet was closed',
      );
      socket.destroy();
    });
  };
  const listener = createServer(serve).on('connection', track);
  // An error on a connection ends only that connection.
  aedes.on('clientError', (client, error) => {
    log.debug({ stationId: roles.get(client)?.stationId, err: error }, 'a connection failed');
  });
  const readers = new Map<string, Client>();
  /**
   * Maps each station with a persistent session to the QoS of its subscription to commands. Such a station need not
   * subscribe again after a reconnect.
   */
  const lasting = new Map<string, number>();
  const deliveries = new Deliveries();
  aedes.on('subscribe', (subscriptions, client) => {
    const stationId = roles.get(client)?.stationId;
    if (!stationId) return;
    const commands = topicOf(stationId, 'commands');
    const subscription = subscriptions.find(({ topic }) => topic === commands);
    if (!subscription) return;
    readers.set(stationId, client);
    if (!client.clean) lasting.set(stationId, subscription.qos);
  });
  aedes.on('ack', (packet, client) => {
    const stationId = roles.get(client)?.stationId;
    // Without a persistent session, the broker stores no packet, and `packet` is undefined.
    if (!stationId || packet?.cmd !== 'publish') return;
    if (packet.topic !== topicOf(stationId, 'commands')) return;
    const command = CabinetCommand.safeParse(parseJson(Buffer.from(packet.payload)));
    if (command.success) deliveries.confirm(stationId, command.data.id);
  });
  aedes.on('clientReady', (client) => {
    const stationId = roles.get(client)?.stationId;
    if (!stationId) return;
    if (client.clean) lasting.delete(stationId);
    else if (lasting.has(stationId)) readers.set(stationId, client);
  });
  aedes.on('clientDisconnect', (client) => {
    // A cabinet may reconnect before the broker notices the end of the old connection. Then the new
    // connection must stay.
    if (readers.get(client.id) === client) readers.delete(client.id);
  });
  aedes.on('connectionError', (_client, error) => {
    log.debug({ err: error }, 'a connection failed before it was authenticated');
  });

  // The types of the package do not contain this event. Without a listener, it would end the process.
  const emitter: EventEmitter = aedes;
  emitter.on('error', (error: unknown) => log.error({ err: error }, 'the broker failed'));

  try {
    await listen(listener, options.port, options.host ?? '127.0.0.1');
  } catch (error) {
    aedes.close();
    throw error;
  }
  const tls = options.tls ? await openTls(options.tls) : null;

  async function openTls({ host, port, ...files }: NonNullable<BrokerOptions['tls']>) {
    let opened: Awaited<ReturnType<typeof openTlsListener>> | null = null;
    try {
      opened = await openTlsListener(files, serve, log);
      opened.server.on('connection', track);
      await listen(opened.server, port, host);
      return opened;
    } catch (error) {
      opened?.stopWatching();
      listener.close();
      aedes.close();
      throw error;
    }
  }

  return {
    url: `mqtt://${urlHost(options.host ?? '127.0.0.1')}:${portOf(listener.address())}`,
    tlsPort: tls ? portOf(tls.server.address()) : null,
    server,
    reaches: (stationId) => readers.has(stationId),
    deliveryOf: (stationId, commandId) =>
      (lasting.get(stationId) ?? 0) > 0 ? deliveries.of(stationId, commandId) : null,
    async recheck() {
      const connected = [...cabinets];
      if (connected.length === 0) return;
      const stationIds = new Set(connected.map(([, { stationId }]) => stationId));
      const valid = await options.secretHashesOf([...stationIds]);
      for (const [client, { stationId, hash }] of connected) {
        if (valid.get(stationId)?.includes(hash)) continue;
        log.info({ stationId }, 'a connection was closed, because its secret is no longer valid');
        client.close();
      }
    },
    async close() {
      const listeners = tls ? [listener, tls.server] : [listener];
      tls?.stopWatching();
      const closed = Promise.all(
        listeners.map((one) => new Promise<void>((resolve) => one.close(() => resolve()))),
      );
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The owner of a connection. For the server itself, `stationId` is null. */
interface Role {
  stationId: string | null;
}

function mayPublish(role: Role, topic: string): boolean {
  const parsed = parseTopic(topic);
  if (!parsed) return false;
  if (role.stationId === null) return readByCabinet.includes(parsed.kind);
  return parsed.stationId === role.stationId && publishedByCabinet.includes(parsed.kind);
}

function maySubscribe(role: Role, topic: string): boolean {
  if (role.stationId === null) return /^cabinets\/\+\/(state|events)$/.test(topic);
  const parsed = parseTopic(topic);
  return parsed?.stationId === role.stationId && readByCabinet.includes(parsed.kind);
}

/** In MQTT 3.1.1, section 3.2.2.3, the code 4 means "bad user name or password". */
const badCredentials = 4;

function refusal(message: string): AuthenticateError {
  // The package declares the codes in a `const enum`. Node only strips the types, so this enum
  // cannot be imported.
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
  return Object.assign(new Error(message), { returnCode: badCredentials });
}

function listen(listener: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, resolve);
  });
}

function portOf(address: string | AddressInfo | null): number {
  if (!address || typeof address === 'string') throw new Error('the broker has no port');
  return address.port;
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
