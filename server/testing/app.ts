import type { AddressInfo } from 'node:net';
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CodeIssued, SignedIn, type User } from '../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { buildApp } from '../app.ts';
import { Changes } from '../changes/changes.ts';
import { MovableClock } from '../time/clock.ts';
import type { Dependencies } from '../dependencies.ts';
import { createLogger } from '../log/logger.ts';
import { Outbox } from '../outbox/outbox.ts';
import { createIpLocator, openAddresses } from '../providers/geoIp/ipLocator.ts';
import { readSettings } from '../settings/settings.ts';
import { createTestDatabase, type Engine, preferredEngine } from './database.ts';
import {
  noPayments,
  RecordingGateway,
  RecordingMail,
  RecordingSms,
  RecordingTexts,
} from './recordingProviders.ts';

export interface CallOptions {
  method?: string;
  /** The body, which is sent as JSON. */
  body?: unknown;
  session?: string;
  key?: string;
  headers?: Record<string, string>;
  redirect?: 'follow' | 'manual';
}

export interface CallAnswer {
  status: number;
  /** The parsed JSON; null without a body; the text if the body is not JSON. */
  body: unknown;
  headers: Headers;
}

export interface TestApp {
  readonly url: string;
  readonly server: Server;
  readonly deps: Dependencies & { clock: MovableClock };
  readonly sms: RecordingSms;
  readonly mail: RecordingMail;
  readonly texts: RecordingTexts;
  readonly gateway: RecordingGateway;
  /** Calls the server by HTTP, through a real connection. */
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
  close(): Promise<void>;
}

export interface TestAppOptions extends Partial<Omit<Dependencies, 'clock'>> {
  /** The engine of the app's database; by default `preferredEngine`. It has no effect if `db` is given. */
  engine?: Engine;
  clock?: MovableClock;
  /** The environment variables for the settings. */
  env?: Record<string, string>;
  /** Registers further routes. */
  extend?: (app: FastifyInstance) => Promise<void>;
}

/**
 * Starts the server on a free port, with a separate database. The providers and the gateway are fakes or absent unless
 * they are given.
 */
export async function startTestApp({
  engine = preferredEngine,
  env = {},
  extend,
  ...given
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given.db ? null : await createTestDatabase(engine);
  const db = given.db ?? database?.db;
  if (!db) throw new Error('no database');
  const clock = given.clock ?? new MovableClock();
  const sms = new RecordingSms();
  const mail = new RecordingMail();
  const texts = new RecordingTexts();
  const gateway = new RecordingGateway();
  const log = given.log ?? createLogger('silent');
  const deps = {
    db,
    clock,
    changes: new Changes(),
    settings: readSettings({ NODE_ENV: 'test', PORT: '0', DIST_DIR: '/nowhere', ...env }),
    payments: noPayments,
    sms,
    mail,
    texts,
    push: null,
    signIn: {},
    gateway,
    ipLocator: createIpLocator(() => openAddresses(null)),
    geocoder: null,
    log,
    outbox: new Outbox({ db, clock, log }),
    ...given,
  };
  const app = await buildApp({ ...deps, clock }, extend);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${portOf(app.server.address())}`;
  return {
    url,
    server: app.server,
    deps: { ...deps, clock },
    sms,
    mail,
    texts,
    gateway,
    call: (path, options) => call(url + path, options),
    async close() {
      await app.close();
      await database?.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address) return address.port;
  throw new Error('the app does not listen');
}

async function call(url: string, options: CallOptions = {}): Promise<CallAnswer> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.session) headers['authorization'] = `Bearer ${options.session}`;
  if (options.key) headers['idempotency-key'] = options.key;
  const { redirect = 'follow' } = options;
  const init: RequestInit = { method: options.method ?? 'GET', headers, redirect };
  if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body: unknown = text === '' ? null : isJson ? JSON.parse(text) : text;
  return { status: response.status, body, headers: response.headers };
}

/** Returns a random valid mobile number, so that no other test is likely to use it. */
export function freshPhone(): string {
  return `+1212${randomInt(2_000_000, 9_999_999)}`;
}

export interface Rider {
  sessionId: string;
  phone: string;
  /** The id of the row. `user.id` is the number that riders see. */
  userId: string;
  user: User;
}

/** Signs a rider in with a code from a text message. */
export async function signUp(app: TestApp, phone: string = freshPhone()): Promise<Rider> {
  const asked = await app.call(paths.codes, {
    method: 'POST',
    body: { phone, language: 'en' },
  });
  const { requestId } = CodeIssued.parse(asked.body);
  const verified = await app.call(fillPath(paths.verifyCode, { requestId }), {
    method: 'POST',
    body: { code: app.sms.codeFor(phone) },
  });
  const { sessionId, user } = SignedIn.parse(verified.body);
  const { id: userId } = await app.deps.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow();
  return { sessionId, phone, userId, user };
}

/** Signs up new riders, in groups, because an address may have at most 64 open requests for codes. */
export async function signUpMany(app: TestApp, count: number): Promise<Rider[]> {
  const riders: Rider[] = [];
  while (riders.length < count) {
    const length = Math.min(50, count - riders.length);
    riders.push(...(await Promise.all(Array.from({ length }, () => signUp(app)))));
  }
  return riders;
}

/** Completes a step-up in the rider's session, with a code to the current phone. */
export async function stepUp(app: TestApp, { sessionId: session, phone }: Rider): Promise<void> {
  const body = { by: 'phone' };
  const asked = await app.call(paths.myProofCodes, { method: 'POST', session, body });
  const { requestId } = CodeIssued.parse(asked.body);
  const proven = await app.call(fillPath(paths.verifyMyProof, { requestId }), {
    method: 'POST',
    session,
    body: { ...body, code: app.sms.codeFor(phone) },
  });
  if (proven.status !== 200) throw new Error(`not proven: ${JSON.stringify(proven.body)}`);
}
