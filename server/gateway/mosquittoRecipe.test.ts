import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../testing/network/freePort.ts';
import { connectCabinet, listens, secretOf } from './testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const isInstalled = spawnSync('mosquitto', ['-h']).error === undefined;
const run = promisify(execFile);

/** The block of `docs/operating.md` that begins with the name of a file. */
async function recipe(name: string): Promise<string> {
  const text = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, block] = new RegExp('```conf\\n# ' + name + '\\n([^`]*)```').exec(text) ?? [];
  if (block === undefined) throw new Error(`the page has no recipe ${name}`);
  return block;
}

describe('the recipe for Mosquitto', () => {
  let folder: string;
  let child: ChildProcess;
  let authority: Buffer;
  let inside: string;
  let outside: string;

  beforeEach(({ skip }) => skip(!isInstalled, 'the program mosquitto is missing'));
  beforeAll(async () => {
    if (!isInstalled) return;
    folder = await mkdtemp(path.join(tmpdir(), 'charger-rental-recipe-'));
    const at = (name: string) => path.join(folder, name);
    const [near, far] = [await freePort(), await freePort()];
    inside = `mqtt://127.0.0.1:${near}`;
    outside = `mqtts://127.0.0.1:${far}`;
    const subject = ['-subj', '/CN=broker', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const files = ['-keyout', at('broker.key'), '-out', at('broker.crt')];
    await run('openssl', ['req', '-x509', '-days', '2', '-nodes', ...subject, ...files]);
    authority = await readFile(at('broker.crt'));
    await writeFile(at('cabinets.acl'), await recipe('cabinets.acl'));
    await writeFile(at('passwords'), '');
    for (const name of ['server', 'AAAA', 'BBBB']) {
      await run('mosquitto_passwd', ['-b', at('passwords'), name, secretOf(name)]);
    }
    // Only the ports, the folders and the user differ from the page. The user is set, because Mosquitto would otherwise
    // switch from root to another user.
    const file = (await recipe('mosquitto.conf'))
      .replace('listener 1883 127.0.0.1', `listener ${near} 127.0.0.1`)
      .replace('listener 8883', `listener ${far} 127.0.0.1`)
      .replaceAll(/\/etc\/mosquitto\/(certs\/)?/g, `${folder}/`)
      .replace('/var/lib/mosquitto/', `${folder}/`);
    const user = process.getuid?.() === 0 ? 'user root\n' : '';
    await writeFile(at('mosquitto.conf'), user + file);
    child = spawn('mosquitto', ['-c', at('mosquitto.conf')], { stdio: 'ignore' });
    await vi.waitUntil(() => listens(far), { timeout: 30_000 });
  });
  afterAll(async () => {
    if (!isInstalled) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  });

  const cabinetAt = (station: string) => connectCabinet(outside, station, { ca: authority });
  const connectServer = () =>
    mqtt.connectAsync(inside, {
      username: 'server',
      password: secretOf('server'),
      protocolVersion: 4,
      reconnectPeriod: 0,
    });

  test('cabinet and server reach each other', async () => {
    const server = await connectServer();
    const [grant] = await server.subscribeAsync('$share/api/cabinets/+/events', { qos: 1 });
    expect(grant?.qos).toBe(1);
    const event = new Promise<string>((resolve) =>
      server.once('message', (topic) => resolve(topic)),
    );
    const cabinet = await cabinetAt('AAAA');
    await cabinet.client.subscribeAsync('cabinets/AAAA/commands', { qos: 1 });
    await cabinet.publish('cabinets/AAAA/events', { type: 'heartbeat' });
    expect(await event).toBe('cabinets/AAAA/events');
    const command = cabinet.next('/commands');
    await server.publishAsync('cabinets/AAAA/commands', '{"id":1}', { qos: 1 });
    expect(await command).toEqual({ id: 1 });
    await Promise.all([cabinet.close(), server.endAsync(true)]);
  });

  test('a cabinet can neither send events for another cabinet nor read its commands', async () => {
    const server = await connectServer();
    await server.subscribeAsync('cabinets/+/events', { qos: 1 });
    const received: string[] = [];
    server.on('message', (topic) => received.push(topic));
    const thief = await cabinetAt('BBBB');
    await thief.client.subscribeAsync('cabinets/AAAA/commands', { qos: 1 }).catch(() => undefined);
    await thief.publish('cabinets/AAAA/events', { type: 'heartbeat' });
    await server.publishAsync('cabinets/AAAA/commands', '{"id":1}', { qos: 1 });
    // A connection delivers messages in order. So after the messages for BBBB have arrived, the earlier messages for
    // AAAA cannot arrive any more.
    await thief.client.subscribeAsync('cabinets/BBBB/commands', { qos: 1 });
    const own = thief.next('BBBB/commands');
    await server.publishAsync('cabinets/BBBB/commands', '{"id":2}', { qos: 1 });
    await own;
    await thief.publish('cabinets/BBBB/events', { type: 'heartbeat' });
    await expect.poll(() => received).toEqual(['cabinets/BBBB/events']);
    expect(thief.messages.map(({ topic }) => topic)).toEqual(['cabinets/BBBB/commands']);
    await Promise.all([thief.close(), server.endAsync(true)]);
  });

  test('a wrong secret, no password, and a connection without TLS are refused', async () => {
    const wrong = { ca: authority, password: secretOf('BBBB') };
    await expect(connectCabinet(outside, 'AAAA', wrong)).rejects.toThrow(/Connection refused/);
    const nobody = mqtt.connectAsync(inside, { reconnectPeriod: 0 }, false);
    await expect(nobody).rejects.toThrow(/Connection refused/);
    const plain = outside.replace('mqtts', 'mqtt');
    await expect(
      mqtt.connectAsync(plain, { reconnectPeriod: 0, connectTimeout: 5_000 }, false),
    ).rejects.toThrow(/closed|reset|ack timeout/i);
  });
});
