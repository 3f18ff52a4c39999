import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Station } from '../../../contract/stations.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { addStation } from '../../testing/stations.ts';
import { addPhotoBlurs, blurOf } from './photoBlurs.ts';

/** A photo that is red above and blue below. */
async function photo(): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 400, height: 150, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#0000ff' } })
    .composite([{ input: await half('#ff0000'), top: 0, left: 0 }])
    .jpeg()
    .toBuffer();
}

test('the blur of a photo is tiny, and has the colours of the photo', async () => {
  const blur = (await blurOf(await photo())) ?? '';
  expect(blur.length).toBeLessThan(250);
  const bytes = Buffer.from(blur.replace('data:image/webp;base64,', ''), 'base64');
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([4, 3]);
  const [red = 0, , blue = 255] = data;
  expect(red).toBeGreaterThan(blue);
  const last = data.subarray(-3);
  expect(last[2] ?? 0).toBeGreaterThan(last[0] ?? 255);
});

test('other files have no blur', async () => {
  expect(await blurOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull();
  expect(await blurOf(Buffer.from('\xFF\xD8\xFF not a picture', 'latin1'))).toBeNull();
});

forEachEngine((engine) => {
  let app: TestApp;
  let host: Server;
  let origin: string;
  const asked: string[] = [];
  let picture: Buffer;
  /** The status of the host while it cannot answer with the photo. */
  let busyWith: 503 | 302 | null = null;

  beforeAll(async () => {
    picture = await photo();
    host = createServer((request, reply) => {
      asked.push(request.url ?? '');
      if (request.url === '/away.jpg') {
        reply.writeHead(301, { location: `${origin}/photo.jpg` }).end();
      } else if (busyWith) reply.writeHead(busyWith, { location: `${origin}/busy.html` }).end();
      else if (request.url === '/photo.jpg') reply.end(picture);
      else reply.writeHead(404).end();
    });
    await new Promise<void>((resolve) => {
      host.listen(0, '127.0.0.1', resolve);
    });
    const address: AddressInfo | string | null = host.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    origin = `http://127.0.0.1:${address.port}`;
    app = await startTestApp({ engine });
  });
  afterAll(async () => {
    await app.close();
    host.close();
  });

  const add = (photoAddress: string) => addStation(app.deps.db, { photo: photoAddress });
  const run = () => {
    const settings = { ...app.deps.settings, photoOrigins: [origin] };
    return addPhotoBlurs({ ...app.deps, settings });
  };
  const read = async (id: string) =>
    Station.parse((await app.call(fillPath(paths.station, { id }))).body);

  test('the server reads each new photo once, and a station contains the blur of its photo', async () => {
    const id = await add(`${origin}/photo.jpg`);
    expect(await read(id)).not.toHaveProperty('photoBlur');
    await run();
    expect((await read(id)).photoBlur).toMatch(/^data:image\/webp;base64,/);
    asked.length = 0;
    await run();
    expect(asked).toEqual([]);
    // The station must not show the blur of the previous photo with a new photo.
    await app.deps.db
      .updateTable('stations')
      .set({ photo: `${origin}/missing.jpg` })
      .where('id', '=', id)
      .execute();
    expect(await read(id)).not.toHaveProperty('photoBlur');
    await run();
    expect(asked).toEqual(['/missing.jpg']);
    expect(await read(id)).not.toHaveProperty('photoBlur');
  });

  test.each([503, 302] as const)(
    'a photo whose host answers with %i is read again by the next run',
    async (status) => {
      const id = await add(`${origin}/photo.jpg`);
      busyWith = status;
      await run();
      busyWith = null;
      expect(await read(id)).not.toHaveProperty('photoBlur');
      await run();
      expect((await read(id)).photoBlur).toMatch(/^data:image\/webp;base64,/);
    },
  );

  test('the server reads photos only from the allowed hosts, and follows no redirect', async () => {
    asked.length = 0;
    const other = await add(`${origin.replace('127.0.0.1', 'localhost')}/photo.jpg`);
    const away = await add(`${origin}/away.jpg`);
    await run();
    await run();
    expect(asked).toEqual(['/away.jpg']);
    expect(await read(other)).not.toHaveProperty('photoBlur');
    expect(await read(away)).not.toHaveProperty('photoBlur');
  });
});
