import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { maxClaimPhotoBytes } from '../../../contract/rules/app/claimPhoto.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';

const mebibyte = 1024 * 1024;

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  let orderId: string;

  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
    const renting = await Renting.at(app);
    rider = await signUp(app);
    const started = await renting.start(rider, await renting.addCard(rider));
    ({ id: orderId } = Order.parse(started.body));
    await renting.settle();
    await app.call(fillPath(paths.claim, { id: orderId }), {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { kind: 'cannotReturn' },
    });
  });
  afterAll(() => app.close());

  /**
   * Sends up to this number of bytes in parts, until the server answers. Measures the highest use of memory meanwhile.
   */
  const upload = (bytes: number, hasLength: boolean) =>
    new Promise<{ status: number; body: unknown; sent: number; buffers: number }>(
      (resolve, reject) => {
        const part = Buffer.alloc(64 * 1024, 0xff);
        const before = process.memoryUsage().arrayBuffers;
        let sent = 0;
        let buffers = 0;
        let isAnswered = false;
        const outgoing = request(app.url + fillPath(paths.claimPhoto, { id: orderId }), {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${rider.sessionId}`,
            'content-type': 'image/jpeg',
            ...(hasLength && { 'content-length': String(bytes) }),
          },
        });
        const send = () => {
          while (sent < bytes) {
            if (isAnswered) return;
            sent += part.length;
            buffers = Math.max(buffers, process.memoryUsage().arrayBuffers - before);
            if (!outgoing.write(part)) return;
          }
          outgoing.end();
        };
        outgoing.on('drain', send);
        // The server may close the connection before it has read the complete request. This error is expected after an
        // answer.
        outgoing.on('error', (error) => (isAnswered ? undefined : reject(error)));
        outgoing.on('response', (response) => {
          isAnswered = true;
          json(response).then((body) => {
            resolve({ status: response.statusCode ?? 0, body, sent, buffers });
            outgoing.destroy();
          }, reject);
        });
        send();
      },
    );
  const stored = () => app.deps.db.selectFrom('claim_photos').select('webp').execute();

  test.each([
    ['with its length', true],
    ['without its length', false],
  ])('a photo of 50 MB %s is refused before the server reads all of it', async (_, hasLength) => {
    const { status, body, sent, buffers } = await upload(50 * mebibyte, hasLength);
    expect({ status, code: Problem.parse(body).code }).toEqual({
      status: 413,
      code: 'payloadTooLarge',
    });
    // The client and the operating system buffer some data that the server has not read.
    expect(sent).toBeLessThan(maxClaimPhotoBytes + 16 * mebibyte);
    expect(buffers).toBeLessThan(2 * maxClaimPhotoBytes);
    expect(await stored()).toEqual([]);
  });

  test('a photo of the usual size is stored without its metadata', async () => {
    const background = { r: 9, g: 99, b: 199 };
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer();
    const answer = await fetch(app.url + fillPath(paths.claimPhoto, { id: orderId }), {
      method: 'PUT',
      headers: { authorization: `Bearer ${rider.sessionId}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    });
    expect(answer.status).toBe(200);
    const [first, ...others] = await stored();
    expect(others).toEqual([]);
    const { format, width, exif } = await sharp(first?.webp).metadata();
    expect({ format, width, exif }).toEqual({ format: 'webp', width: 300, exif: undefined });
  });
});
