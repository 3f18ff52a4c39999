import { randomBytes } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { User } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { maxPhotoBytes } from '../../../contract/profile.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';

type Side = 'red' | 'blue';

/** A picture that is half red and half blue. The positions of the colours show whether it was rotated. */
function twoHalves(width: number, height: number, first: Side, second: Side): Sharp {
  const half = { width: width / 2, height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: second } }).composite([
    { input: { create: { ...half, background: first } }, left: 0, top: 0 },
  ]);
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: 'teal' } });

/**
 * A small PNG that claims to have a huge number of pixels (a decompression bomb). The file may contain fewer
 * pixels.
 */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(Math.ceil(width / 8) + 1);
  const rows = Buffer.concat(Array.from({ length: Math.min(height, 8000) }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
const jpegHead = Buffer.from('FFD8FFE000104A46494600010100000100010000', 'hex');

const notPhotos: [string, () => Promise<Buffer> | Buffer][] = [
  ['an SVG', () => Buffer.from(svg)],
  ['an SVG with an XML head', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a script', () => Buffer.from('alert(1)')],
  ['a zip', () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(500)])],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  [
    'a HEIC',
    () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), randomBytes(99)]),
  ],
  ['an AVIF', () => plain(9, 9).avif().toBuffer()],
  ['a GIF', () => plain(9, 9).gif().toBuffer()],
  ['a TIFF', () => plain(9, 9).tiff().toBuffer()],
  ['nothing', () => Buffer.alloc(0)],
  ['one byte', () => Buffer.from([0xff])],
  ['noise', () => randomBytes(5000)],
  ['noise that begins as a JPEG', () => Buffer.concat([jpegHead, randomBytes(5000)])],
  ['a page that begins as a JPEG', () => Buffer.concat([jpegHead, Buffer.from('<script>')])],
  ['a zip that begins as a WebP', () => Buffer.from('RIFF\x20\0\0\0WEBPPK\x03\x04')],
  ['half a JPEG', async () => half(await noisy().jpeg().toBuffer())],
  ['half a PNG', async () => half(await noisy().png().toBuffer())],
  ['half a WebP', async () => half(await noisy().webp().toBuffer())],
  ['a picture of 900 megapixels', () => bomb(30_000, 30_000)],
  ['a picture of 60 megapixels', () => bomb(8000, 7500)],
  ['a picture that is far too wide', () => bomb(20_001, 10)],
  ['a picture that is far too high', () => plain(1, 20_001).png().toBuffer()],
];

function noisy(): Sharp {
  const raw = { width: 200, height: 200, channels: 3 as const };
  return sharp(randomBytes(200 * 200 * 3), { raw });
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    rider = await signUp(app);
  });
  afterAll(() => app.close());

  const put = async (bytes: Buffer, type = 'image/jpeg', { sessionId } = rider) => {
    // Advance the clock, because the test uploads more pictures than are allowed per hour.
    app.deps.clock.advance(200);
    const answer = await fetch(app.url + paths.myPhoto, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': type },
      body: new Uint8Array(bytes),
    });
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
  const get = (headers: Record<string, string> = {}, { sessionId } = rider) =>
    fetch(app.url + paths.myPhoto, {
      headers: { authorization: `Bearer ${sessionId}`, ...headers },
    });
  const saved = async () => Buffer.from(await (await get()).arrayBuffer());
  const problemOf = ({ body }: { body: unknown }) => Problem.parse(body).code;

  test('only its rider can see a photo, and the removal deletes it', async () => {
    expect((await get()).status).toBe(404);
    const user = User.parse((await put(await plain(900, 600).jpeg().toBuffer())).body);
    expect(user.photo).toMatch(/^[\w-]{16}$/);

    const photo = await get();
    expect(photo.status).toBe(200);
    expect(photo.headers.get('content-type')).toBe('image/webp');
    expect(photo.headers.get('cache-control')).toBe('private, no-cache');
    expect(photo.headers.get('x-content-type-options')).toBe('nosniff');
    expect(photo.headers.get('etag')).toBe(`"${user.photo}"`);
    const known = await get({ 'if-none-match': `"${user.photo}"` });
    expect(known.status).toBe(304);
    expect(await known.text()).toBe('');

    const other = await signUp(app);
    expect((await get({}, other)).status).toBe(404);
    expect((await get({ 'if-none-match': `"${user.photo}"` }, other)).status).toBe(404);

    const again = User.parse((await put(await plain(900, 600).jpeg().toBuffer())).body);
    expect(again.photo).not.toBe(user.photo);

    for (let i = 0; i < 2; i++) {
      const session = rider.sessionId;
      const removed = await app.call(paths.myPhoto, { method: 'DELETE', session });
      expect(User.parse(removed.body).photo).toBeNull();
    }
    expect((await get()).status).toBe(404);
  });

  test.each([
    ['a JPEG', () => plain(900, 600).jpeg().toBuffer()],
    ['a PNG that is called a JPEG', () => plain(20, 3000, 4).png().toBuffer()],
    ['a WebP', () => plain(1, 1).webp().toBuffer()],
    ['a picture of many frames', () => frames()],
    ['a picture in four inks', () => plain(90, 90).toColourspace('cmyk').jpeg().toBuffer()],
  ])('a photo is stored as a square WebP: %s', async (_, make) => {
    expect((await put(await make())).status).toBe(200);
    expect(await sharp(await saved()).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
      space: 'srgb',
    });
  });

  test('metadata about time, position and camera is removed from a photo', async () => {
    const tagged = await twoHalves(1200, 800, 'red', 'blue')
      .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '41/1 52/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Somewhere</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(await sharp(tagged).metadata()).toHaveProperty('exif');
    await put(tagged);
    const stored = await saved();
    const metadata = await sharp(stored).metadata();
    for (const part of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const) {
      expect(metadata).not.toHaveProperty(part);
    }
    expect(stored.toString('latin1')).not.toMatch(/Some(body|where)/);
  });

  test('a rotated picture is stored upright, and the square shows its centre', async () => {
    // A viewer rotates this picture clockwise by 90°, so the left side becomes the top.
    const sideways = twoHalves(1600, 800, 'red', 'blue').withMetadata({ orientation: 6 });
    await put(await sideways.jpeg().toBuffer());
    const stored = await saved();
    expect(await colourAt(stored, 256, 20)).toBe('red');
    expect(await colourAt(stored, 256, 490)).toBe('blue');
  });

  test.each(notPhotos)('an invalid photo is refused: %s', async (_, make) => {
    const before = await put(await plain(30, 30).png().toBuffer());
    const answer = await put(await make());
    expect(answer.status).toBe(422);
    expect(problemOf(answer)).toBe('imageInvalid');
    const { photo } = User.parse(before.body);
    expect((await get()).headers.get('etag')).toBe(`"${photo}"`);
  });

  test.each(['image/svg+xml', 'image/heic', 'text/html', 'application/json', 'application/zip'])(
    'the bytes decide the format of a photo, not the declared type: %s',
    async (type) => {
      expect((await put(await plain(30, 30).png().toBuffer(), type)).status).toBe(200);
      expect(problemOf(await put(Buffer.from('{"name":"Ana"}'), type))).toBe('imageInvalid');
    },
  );

  test('a photo may have exactly ten megabytes, and not one byte more @slow', async () => {
    const picture = await plain(30, 30).png().toBuffer();
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    expect((await put(padded(maxPhotoBytes))).status).toBe(200);
    expect(problemOf(await put(padded(maxPhotoBytes + 1)))).toBe('payloadTooLarge');
    // The request does not declare its length.
    let left = 200;
    const streamed = new ReadableStream({
      pull(stream) {
        if (left-- > 0) stream.enqueue(new Uint8Array(65_536));
        else stream.close();
      },
    });
    const answer = fetch(app.url + paths.myPhoto, {
      method: 'PUT',
      headers: { authorization: `Bearer ${rider.sessionId}` },
      body: streamed,
      duplex: 'half',
    });
    // The server may close the connection before the client has read the answer, so a failed request counts as 413.
    expect(await answer.then(({ status }) => status).catch(() => 413)).toBe(413);
    // Only a photo may have such a large body.
    const name = 'x'.repeat(100_000);
    const session = rider.sessionId;
    const profile = await app.call(paths.me, { method: 'PATCH', session, body: { name } });
    expect(problemOf(profile)).toBe('payloadTooLarge');
  });

  test('concurrent uploads all succeed, and one of them is stored @slow', async () => {
    const uploader = await signUp(app);
    const picture = await noisy().resize(3000, 3000).jpeg().toBuffer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => put(picture, 'image/jpeg', uploader)),
    );
    const versions = answers.map(({ body }) => User.parse(body).photo);
    const me = await app.call(paths.me, { session: uploader.sessionId });
    expect(new Set(versions)).toContain(User.parse(me.body).photo);
    expect(new Set(versions).size).toBe(8);
  });

  test('the uploads of a rider are limited before their bodies are read', async () => {
    const uploader = await signUp(app);
    const { clock } = app.deps;
    const hour = 60 * 60_000;
    clock.advance(Math.ceil((hour - (clock.now().getTime() % hour)) / 1000));
    const upload = async () => {
      const options = { method: 'PUT', session: uploader.sessionId, body: {} };
      return problemOf(await app.call(paths.myPhoto, options));
    };
    for (let i = 0; i < 20; i++) expect(await upload()).toBe('imageInvalid');
    expect(await upload()).toBe('tooManyRequests');
    expect((await put(await plain(9, 9).png().toBuffer())).status).toBe(200);
  });
});

async function frames(): Promise<Buffer> {
  const two = await Promise.all(['red', 'blue'].map((background) => frame(background)));
  return sharp(two, { join: { animated: true } })
    .webp()
    .toBuffer();
}

function frame(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
}

async function colourAt(image: Buffer, left: number, top: number): Promise<Side> {
  const [red = 0, , blue = 0] = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return red > blue ? 'red' : 'blue';
}
