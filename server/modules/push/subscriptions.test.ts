import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Config } from '../../../contract/config.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { signUp, startTestApp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { PushWorld } from '../../testing/pushWorld.ts';
import { hashSessionId, openSession } from '../auth/session.ts';

const day = 24 * 60 * 60;

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  beforeAll(async () => {
    world = await PushWorld.start(engine, new Date('2026-11-02T12:00:00Z'));
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    rider = await signUp(world.app);
  });

  const rows = (userId: string) =>
    world.app.deps.db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('used_at')
      .execute();
  const end = ({ sessionId: session }: Pick<Rider, 'sessionId'>, id: string) =>
    world.app.call(fillPath(paths.pushSubscription, { id }), { method: 'DELETE', session });
  /** Returns whether a new notification reaches this browser. */
  async function reaches(of: Pick<Rider, 'userId'>, endpoint: string): Promise<boolean> {
    const before = world.arrived(endpoint).length;
    await world.notifyRider(of, 'toppedUp');
    return world.arrived(endpoint).length > before;
  }

  test('the app gets the public key of the push messages', async () => {
    const { push } = Config.parse((await world.app.call(paths.config)).body);
    expect(push).toEqual({ publicKey: world.keys.publicKey });
  });

  test('a browser is subscribed once, however often it subscribes, and can unsubscribe', async () => {
    const browser = world.browser();
    const first = await world.post(rider, browser);
    expect(first).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    expect(await world.post(rider, browser)).toMatchObject({ status: 201, body: first.body });
    expect(await reaches(rider, browser.endpoint)).toBe(true);
    const [row] = await rows(rider.userId);
    expect((await end(rider, row?.id ?? '')).status).toBe(204);
    expect((await end(rider, row?.id ?? '')).status).toBe(404);
    expect(await reaches(rider, browser.endpoint)).toBe(false);
  });

  test('nobody can subscribe without a session, or end the subscription of another rider', async () => {
    const browser = world.browser();
    expect((await world.post({ sessionId: 'a'.repeat(43) }, browser)).status).toBe(401);
    const { id, endpoint } = await world.subscribe(rider);
    const other = await signUp(world.app);
    expect(await end(other, id)).toMatchObject({ status: 404, body: { code: 'notFound' } });
    expect((await end(other, randomUUID())).status).toBe(404);
    expect(await reaches(rider, endpoint)).toBe(true);
  });

  test('a browser belongs to the last rider who subscribes with it', async () => {
    const browser = world.browser();
    await world.post(rider, browser);
    const [mine] = await rows(rider.userId);
    const other = await signUp(world.app);
    const taken = await world.post(other, browser);
    expect(taken.status).toBe(201);
    expect(taken.body).not.toEqual({ id: mine?.id });
    expect(await reaches(rider, browser.endpoint)).toBe(false);
    expect(await reaches(other, browser.endpoint)).toBe(true);
    expect((await end(rider, mine?.id ?? '')).status).toBe(404);
  });

  test('a browser does not get the pending messages of its former rider', async () => {
    const { endpoint } = await world.subscribe(rider);
    world.service.box.turn({ status: 500, times: 1, delayMs: 0, endpoint });
    await world.notifyRider(rider, 'toppedUp');
    const browser = world.service.box.find(endpoint);
    await world.app.deps.db
      .updateTable('push_subscriptions')
      .set({ user_id: (await signUp(world.app)).userId })
      .where('endpoint', '=', browser?.endpoint ?? '')
      .execute();
    world.app.deps.clock.advance(120);
    await world.app.deps.outbox.idle();
    expect(world.arrived(endpoint)).toEqual([]);
  });

  test('the last twenty of a hundred browsers stay subscribed, and a rider has sixty tries an hour @slow', async () => {
    const ids: string[] = [];
    const statuses: number[] = [];
    const first = world.browser();
    for (let i = 0; i < 100; i++) {
      world.app.deps.clock.advance(0.001);
      // The rider opens the app in the first browser again and again, so this browser is not the least recently used
      // one.
      if (i % 10 === 0) await world.post(rider, first);
      const { status, body } = await world.post(rider, world.browser());
      statuses.push(status);
      if (typeof body === 'object' && body && 'id' in body) ids.push(String(body.id));
    }
    expect(statuses.filter((status) => status === 201).length).toBeLessThan(60);
    expect(statuses.at(-1)).toBe(429);
    const left = await rows(rider.userId);
    expect(left).toHaveLength(20);
    expect(left.map(({ endpoint }) => endpoint)).toContain(first.endpoint);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(ids.slice(-19)));
  });

  test.each([
    ['signed out', (one: Rider) => signOut(one)],
    ['the rider signed in anew', (one: Rider) => rotate(one)],
    ['signed out from another device', (one: Rider) => signOutElsewhere(one)],
    ['nobody used it for two weeks', () => wait(14 * day)],
    ['the account is deleted', (one: Rider) => remove(one)],
  ])('a subscription ends with its session: %s', async (_, finish) => {
    const { endpoint } = await world.subscribe(rider);
    expect(await reaches(rider, endpoint)).toBe(true);
    await finish(rider);
    expect(await reaches(rider, endpoint)).toBe(false);
    await cleanUp(world.app.deps);
    expect(await rows(rider.userId)).toEqual([]);
  });

  async function signOut({ sessionId: session }: Rider): Promise<void> {
    await world.app.call(paths.currentSession, { method: 'DELETE', session });
  }
  async function rotate({ sessionId }: Rider): Promise<void> {
    await world.app.deps.db
      .updateTable('sessions')
      .set({ state: 'rotated', ended_at: world.app.deps.clock.now() })
      .where('id_hash', '=', hashSessionId(sessionId))
      .execute();
  }
  async function signOutElsewhere({ userId }: Rider): Promise<void> {
    const now = world.app.deps.clock.now();
    const session = await world.app.deps.db
      .transaction()
      .execute((trx) => openSession(trx, { userId, device: '', now }));
    await world.app.call(paths.mySessions, { method: 'DELETE', session });
  }
  async function wait(seconds: number): Promise<void> {
    world.app.deps.clock.advance(seconds);
  }
  async function remove({ sessionId: session }: Rider): Promise<void> {
    expect((await world.app.call(paths.me, { method: 'DELETE', session })).status).toBe(204);
  }

  test.each([
    ['no address', 'endpoint', 'fcm.googleapis.com/x'],
    ['a key off the curve', 'p256dh', 'A'.repeat(87)],
    ['a short key', 'p256dh', 'BAAA'],
    ['a short secret', 'auth', 'AAAA'],
  ])('the server refuses a subscription with %s', async (_, field, value) => {
    const { endpoint, keys } = world.browser();
    const body =
      field === 'endpoint'
        ? { endpoint: value, keys }
        : { endpoint, keys: { ...keys, [field]: value } };
    expect(await world.post(rider, body)).toMatchObject({
      status: 400,
      body: { code: 'invalidInput' },
    });
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://user:secret@fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com./x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://localhost/x',
    'http://localhost:1/push/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.0.0.8/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.8]/x',
    'https://[fd00::8]/x',
    'https://[fe80::1]/x',
    'https://metadata.google.internal/x',
    'https://push.example.com/x',
    'ftp://fcm.googleapis.com/x',
    'data:text/plain,x',
  ])('the endpoint %s is refused without a lookup', async (endpoint) => {
    const { keys } = world.browser();
    expect(await world.post(rider, { endpoint, keys })).toMatchObject({
      status: 422,
      body: { code: 'pushEndpointRefused' },
    });
    expect(await rows(rider.userId)).toEqual([]);
  });

  test("an endpoint with another path of the sandbox's push service is refused", async () => {
    const { keys } = world.browser();
    for (const path of ['/other/x', '/push/../other/x', '/pushes/x']) {
      const endpoint = world.service.origin + path;
      expect((await world.post(rider, { endpoint, keys })).status).toBe(422);
    }
  });

  test.each(['10.0.0.8', '127.0.0.1', '::1', 'fd00::8', '::ffff:10.0.0.8', '169.254.169.254'])(
    'an endpoint with an allowed name that resolves to %s is refused',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      world.names.set('evil.push.apple.com', [
        { address: '17.1.1.1', family: 4 },
        { address, family },
      ]);
      const body = { endpoint: 'https://evil.push.apple.com/x', keys: world.browser().keys };
      expect((await world.post(rider, body)).status).toBe(422);
    },
  );

  test('the server sends nothing to a host name that later resolves to a local address', async () => {
    world.names.delete('web.push.apple.com');
    const body = { endpoint: 'https://web.push.apple.com/x', keys: world.browser().keys };
    expect((await world.post(rider, body)).status).toBe(201);
    const { port } = new URL(world.service.origin);
    expect(Number(port)).toBeGreaterThan(0);
    world.names.set('web.push.apple.com', [{ address: '127.0.0.1', family: 4 }]);
    await world.notifyRider(rider, 'toppedUp');
    const open = await world.app.deps.db
      .selectFrom('outbox')
      .select('key')
      .where('kind', '=', 'push.send')
      .where('done_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });
});

test('without keys and without the sandbox, push is not available', async () => {
  const app = await startTestApp();
  try {
    expect(Config.parse((await app.call(paths.config)).body).push).toBeNull();
    const { sessionId: session } = await signUp(app);
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    const body = { endpoint: 'https://fcm.googleapis.com/x', keys };
    const asked = app.call(paths.pushSubscriptions, { method: 'POST', session, body });
    expect((await asked).status).toBe(404);
  } finally {
    await app.close();
  }
});
