import { createECDH, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import {
  notificationKinds,
  PushMessage,
  PushSubscriptionRef,
  topicOf,
  type NotificationSettings,
  type PushTopic,
} from '../../contract/notifications.ts';
import { paths } from '../../contract/paths.ts';
import { MovableClock, systemClock } from '../time/clock.ts';
import { notify, type NewNotification } from '../modules/notifications/notify.ts';
import { registerDelivery } from '../modules/push/deliver.ts';
import type { Address } from '../providers/publicCalls/resolve.ts';
import type { PaymentProvider } from '../providers/payments/provider.ts';
import { createWebPush } from '../providers/push/webPush.ts';
import { PushBox, type Arrived } from '../../sandbox/push/pushBox.ts';
import { pushPath } from '../../sandbox/push/pushPath.ts';
import { pushRoutes } from '../../sandbox/push/pushRoutes.ts';
import { transact } from '../db/unitOfWork.ts';
import { startTestApp, type CallAnswer, type Rider, type TestApp } from './app.ts';
import type { Engine } from './database.ts';
import { noPayments } from './recordingProviders.ts';

/** A public address. The tests never open a connection to it. */
const publicAddress: Address = { address: '142.250.1.95', family: 4 };

export function makeVapidKeys() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Starts the sandbox's push service on a separate port. */
export async function startPushService() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pushes-'));
  const box = new PushBox(dataDir, systemClock);
  const server = fastify({ logger: false, forceCloseConnections: true });
  let origin = '';
  await server.register(pushRoutes, { box, origin: () => origin });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
  return {
    box,
    origin,
    base: origin + pushPath,
    async close() {
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The server with riders, their browsers, and a push service. */
export class PushWorld {
  readonly app: TestApp;
  readonly keys: ReturnType<typeof makeVapidKeys>;
  readonly service: Awaited<ReturnType<typeof startPushService>>;
  /** The results of DNS lookups by host name. A name without an entry resolves to a public address. */
  readonly names: Map<string, Address[]>;
  /** All lines of the log. */
  readonly logged: string[];

  private constructor(parts: Pick<PushWorld, 'app' | 'keys' | 'service' | 'names' | 'logged'>) {
    this.app = parts.app;
    this.keys = parts.keys;
    this.service = parts.service;
    this.names = parts.names;
    this.logged = parts.logged;
  }

  static async start(
    engine: Engine,
    now: Date,
    payments: PaymentProvider = noPayments,
  ): Promise<PushWorld> {
    const keys = makeVapidKeys();
    const service = await startPushService();
    const names = new Map<string, Address[]>();
    const push = createWebPush({
      keys,
      subject: 'mailto:push@example.com',
      hosts: ['fcm.googleapis.com', '*.push.apple.com'],
      sandboxPrefix: service.base,
      clock: systemClock,
      resolve: async (host) => names.get(host) ?? [publicAddress],
      timeoutMs: 2_000,
    });
    const clock = new MovableClock(Math.round((now.getTime() - new Date().getTime()) / 1000));
    const logged: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const app = await startTestApp({ engine, push, clock, log, payments });
    registerDelivery(app.deps);
    return new PushWorld({ app, keys, service, names, logged });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.service.close();
  }

  /** Returns a subscription like that of a browser's push manager. */
  browser() {
    return this.service.box.subscribe(this.service.base, this.keys.publicKey);
  }

  post({ sessionId: session }: Pick<Rider, 'sessionId'>, body: unknown): Promise<CallAnswer> {
    return this.app.call(paths.pushSubscriptions, { method: 'POST', session, body });
  }

  /** Subscribes a new browser. */
  async subscribe(rider: Pick<Rider, 'sessionId'>): Promise<{ id: string; endpoint: string }> {
    const browser = this.browser();
    const { id } = PushSubscriptionRef.parse((await this.post(rider, browser)).body);
    return { id, endpoint: browser.endpoint };
  }

  choose(
    { sessionId: session }: Rider,
    settings: Partial<NotificationSettings>,
  ): Promise<CallAnswer> {
    const body = { ...everything, ...settings };
    return this.app.call(paths.notificationSettings, { method: 'PUT', session, body });
  }

  /** Notifies a rider, and waits until all jobs are done. */
  async notifyRider(
    { userId }: Pick<Rider, 'userId'>,
    kind: NewNotification['kind'],
    about: Omit<NewNotification, 'userId' | 'kind' | 'key'> = {},
  ): Promise<void> {
    await transact(this.app.deps, (work) =>
      notify(work, { userId, kind, key: randomUUID(), ...about }),
    );
    await this.app.deps.outbox.idle();
  }

  /** The messages that arrived at a browser. The newest comes last. */
  arrived(endpoint: string): (Arrived & { message: PushMessage })[] {
    return this.service.box
      .list(endpoint)
      .map((one) => ({ ...one, message: z.strictObject(PushMessage.shape).parse(one.message) }))
      .toReversed();
  }
}

export const everything: NotificationSettings = {
  push: {
    rental: true,
    money: true,
    reminders: true,
    availability: true,
    rewards: true,
    news: true,
  },
  quietHours: null,
  showDetails: false,
  receiptBy: 'none',
};

/** The kinds of notifications with a topic. News is left out, because `publishNews` creates it, and not `notify`. */
export const topicOfKinds = notificationKinds.flatMap(
  (kind): [NewNotification['kind'], PushTopic][] => {
    const topic = topicOf[kind];
    return topic === null || kind === 'news' ? [] : [[kind, topic]];
  },
);
