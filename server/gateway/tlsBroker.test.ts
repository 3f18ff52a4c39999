import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCertificate } from '../testing/makeCertificate.ts';
import { startBroker, type Broker } from './broker.ts';
import { hashStationSecret } from './secrets.ts';
import { connectCabinet, RecordingLog, secretOf } from './testing.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let broker: Broker;
let authority: Buffer;
const log = new RecordingLog();
const at = (name: string) => path.join(folder, name);

async function install(name: string): Promise<void> {
  await copyFile(at(`${name}.key`), at('used.key'));
  await copyFile(at(`${name}.crt`), at('used.crt'));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'charger-rental-tls-'));
  await makeCertificate(folder, 'first');
  await makeCertificate(folder, 'second');
  await install('first');
  authority = Buffer.concat([await readFile(at('first.crt')), await readFile(at('second.crt'))]);
  broker = await startBroker({
    port: 0,
    tls: {
      host: '127.0.0.1',
      port: 0,
      certificateFile: at('used.crt'),
      keyFile: at('used.key'),
      checkEveryMs: 50,
    },
    log,
    secretHashesOf: async (ids) =>
      new Map(ids.map((id) => [id, [hashStationSecret(secretOf(id))]])),
  });
});
afterAll(async () => {
  await broker.close();
  await rm(folder, { recursive: true });
});

const url = () => `mqtts://127.0.0.1:${broker.tlsPort}`;

test('a cabinet uses its own topics over TLS', async () => {
  const cabinet = await connectCabinet(url(), 'AAAA', { ca: authority });
  await cabinet.client.subscribeAsync('cabinets/AAAA/commands', { qos: 1 });
  expect(broker.reaches('AAAA')).toBe(true);
  await cabinet.publish('cabinets/AAAA/state', { online: true });
  await cabinet.close();
});

test('a wrong secret, and a certificate that the cabinet does not trust, are refused', async () => {
  const wrong = { ca: authority, password: secretOf('BBBB') };
  await expect(connectCabinet(url(), 'AAAA', wrong)).rejects.toThrow(/Connection refused/);
  await expect(connectCabinet(url(), 'AAAA')).rejects.toThrow(/self-signed/);
});

test('a cabinet that publishes to the topic of another one is disconnected', async () => {
  const cabinet = await connectCabinet(url(), 'AAAA', { ca: authority });
  const closed = new Promise<void>((resolve) => cabinet.client.once('close', () => resolve()));
  cabinet.client.publish('cabinets/BBBB/events', '{}', { qos: 0 });
  await closed;
  expect(cabinet.client.connected).toBe(false);
  await cabinet.close();
});

test('a connection without TLS is closed', async () => {
  const socket = connectSocket(broker.tlsPort ?? 0, '127.0.0.1');
  const closed = once(socket, 'close');
  // The bytes are a CONNECT packet.
  socket.write(Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]));
  await closed;
  expect(socket.bytesRead).toBe(0);
});

test('new connections get a renewed certificate, and open ones stay', async () => {
  const cabinet = await connectCabinet(url(), 'CCCC', { ca: authority });
  await install('second');
  const subjectNow = async () => {
    const socket = connectTls({ host: '127.0.0.1', port: broker.tlsPort ?? 0, ca: authority });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  await expect.poll(subjectNow, { timeout: 30_000 }).toBe('second');
  await cabinet.publish('cabinets/CCCC/state', { online: true });
  await cabinet.close();
});
