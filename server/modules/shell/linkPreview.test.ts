import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewPicture } from '../../../contract/rules/app/previewPicture.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStation } from '../../testing/stations.ts';

const page = `<!doctype html><html lang="en" dir="ltr"><head><title>Home</title><meta name="description" content="Rent"/><!--known--><!--/known--></head><body>
<div id="root"><!--home--><i></i><!--/home--></div><script type="application/json" id="early"></script></body></html>`;

const publicUrl = 'https://rent.example';
const opens = { 'sec-fetch-mode': 'navigate' };
const evilName = '"><script>alert(1)</script> & $1';

let app: TestApp;
let distDir: string;
let plain: string;
let evil: string;
let pictured: string;

beforeAll(async () => {
  distDir = await mkdtemp(path.join(tmpdir(), 'dist-'));
  await mkdir(path.join(distDir, 'icons'));
  await writeFile(path.join(distDir, 'index.html'), page);
  const { width, height } = previewPicture;
  await writeFile(
    path.join(distDir, previewPicture.path),
    PNG.sync.write(new PNG({ width, height })),
  );
  app = await startTestApp({
    env: { DIST_DIR: distDir, PUBLIC_URL: publicUrl, BRAND_NAME: 'Slot' },
  });
  const { db } = app.deps;
  plain = await addStation(db, { name: 'Corner Bakery', address: '5 W Lake St', chargers: 3 });
  evil = await addStation(db, { name: evilName });
  pictured = await addStation(db, { name: 'Corner', photo: 'https://photos.example/corner.jpg' });
});
afterAll(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

/** This function does not use `fetch`, because `fetch` sends headers that browsers and crawlers do not send. */
async function ask(address: string, headers: Record<string, string> = {}) {
  const asked = get(app.url + address, { headers: { accept: '*/*', ...headers } });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (!answer) throw new Error('no answer');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

async function read(address: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await ask(address, headers);
  expect(status).toBe(200);
  return body;
}

function tagsOf(html: string): Record<string, string> {
  const tags = html.matchAll(/<meta (?:property|name)="([\w:]+)" content="([^"]*)"\/>/g);
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
}

const general = {
  description: expect.stringContaining('Rent a portable phone charger') as unknown,
  'og:type': 'website',
  'og:title': 'Charger rental',
  'og:description': expect.stringContaining('Rent a portable phone charger') as unknown,
  'og:image': `${publicUrl}/icons/preview.png`,
  'og:image:type': 'image/png',
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': 'A station with portable phone chargers',
  'twitter:card': 'summary_large_image',
};

test.each([
  ['/', '/home'],
  ['/home', '/home'],
  ['/home?equip_id=2222222', '/home'],
  ['/home?invite=%22%3E', '/home'],
  ['/getFree?orderId=secret', '/getFree'],
])('the preview of a link to %s has a general description', async (address, own) => {
  const tags = tagsOf(await read(address));
  expect(tags).toMatchObject({ ...general, 'og:url': publicUrl + own });
  expect(tags['og:site_name']).toBe('Slot');
});

test('the preview of a station has its address and price, and no data that is soon outdated', async () => {
  for (const headers of [{}, opens]) {
    const tags = tagsOf(await read(`/home?equip_id=${plain.toLowerCase()}`, headers));
    const words = '5 W Lake St · $1.00 to unlock · $1.00 per started hour';
    expect(tags).toMatchObject({
      description: words,
      'og:title': 'Corner Bakery',
      'og:description': words,
      'og:url': `${publicUrl}/home?equip_id=${plain}`,
      'og:image': `${publicUrl}/api/stations/${plain}/card?lang=en`,
      'og:image:alt': 'Corner Bakery',
    });
  }
  const photo = tagsOf(await read(`/payment/unlockChanger?equip_id=${pictured}`));
  expect(photo).toMatchObject({
    'og:image': 'https://photos.example/corner.jpg',
    'og:image:alt': 'Corner',
  });
  expect(photo['og:image:width']).toBeUndefined();
  const drawing = await addStation(app.deps.db, { photo: '/drawings/corner.svg' });
  expect(tagsOf(await read(`/home?equip_id=${drawing}`))).toMatchObject({
    'og:image': `${publicUrl}/api/stations/${drawing}/card?lang=en`,
  });
});

test('the preview of a station is in the language of the person who shared the link', async () => {
  const tags = tagsOf(await read(`/home?equip_id=${plain}&lang=es`));
  expect(tags).toMatchObject({
    'og:description': expect.stringContaining('$1.00 por hora o fracción') as unknown,
    'og:url': `${publicUrl}/home?equip_id=${plain}&amp;lang=es`,
    'og:image': `${publicUrl}/api/stations/${plain}/card?lang=es`,
  });
  // A visitor with a browser sees the page in the browser's language, not in the language of the link.
  const visit = await read(`/home?equip_id=${plain}&lang=es`, opens);
  expect(visit).toContain('<html lang="en"');
});

test('each station has a picture of its own, which is drawn once @slow', async () => {
  const card = async (id: string, lang = 'en') => {
    const answer = await fetch(`${app.url}/api/stations/${id}/card?lang=${lang}`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    return Buffer.from(await answer.arrayBuffer());
  };
  const first = await card(plain);
  const { width, height } = PNG.sync.read(first);
  expect([width, height]).toEqual([previewPicture.width, previewPicture.height]);
  expect(first.length).toBeLessThan(80_000);
  expect(await card(plain)).toEqual(first);
  expect(await card(plain, 'es')).not.toEqual(first);
  expect(await card(evil)).not.toEqual(first);
  expect((await fetch(`${app.url}/api/stations/2222222/card`)).status).toBe(404);
});

test('the preview of an invite has its reward in the requested language, and no names', async () => {
  const invited = `/home?invite=${encodeURIComponent('k7m2 q9xd')}`;
  expect(tagsOf(await read(invited, opens))).toMatchObject({
    'og:title': 'You are invited: $2.00 GoCash',
    'og:description': expect.stringContaining('you and your friend each get $2.00') as unknown,
    'og:url': `${publicUrl}/home?invite=k7m2q9xd`,
  });
  const spanish = tagsOf(await read(invited, { 'accept-language': 'es-MX' }));
  expect(spanish['og:title']).toBe('Te invitaron: $2.00 de GoCash');
});

test('a malicious name stays text in the preview', async () => {
  for (const address of [`/home?equip_id=${evil}`, `/menu?equip_id=${evil}`]) {
    const html = await read(address);
    expect(html).not.toContain('<script>alert');
    expect(tagsOf(html)['og:title']).toBe(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; $1',
    );
  }
});

test('a browser that opens a page without a station or an invite gets no preview tags', async () => {
  for (const address of ['/home', '/menu']) {
    expect(await read(address, opens)).not.toContain('og:');
  }
  const { headers: crawler } = await ask('/home');
  const { headers: browser } = await ask('/home', opens);
  expect(crawler.vary).toContain('sec-fetch-mode');
  expect(browser.vary).toContain('sec-fetch-mode');
  expect(crawler.etag).not.toBe(browser.etag);
  expect(crawler['content-security-policy']).toBe(browser['content-security-policy']);
  const again = await ask('/home', { ...opens, 'if-none-match': browser.etag ?? '' });
  expect(again.status).toBe(304);
});

test('the picture of a preview has the announced size, and caches may store it', async () => {
  const answer = await fetch(`${app.url}/icons/preview.png`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
  expect([width, height]).toEqual([1200, 630]);
});
