import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { Browser, Page } from 'playwright/test';
import { PNG } from 'pngjs';
import { expect, test, watchTrouble } from '../support/fixtures.ts';

/**
 * The main button of home. On the first screen, it is the link to unlock. In the app, it is the
 * button to pay at once or to set a watch.
 */
const mainButton = '.home-cta, .home-foot :is([class*="_spark_"], [class*="_action_"])';

const parts = [
  '.home-search span',
  '.home-sheet h2',
  '.st-row:nth-child(1) .st-name',
  '.st-row:nth-child(3) .st-counts',
  '.st-row:nth-child(3) .st-meter path:nth-child(2)',
  '.st-row:nth-child(20) .st-name',
  '.st-row .st-go',
  '.st-summary .st-go',
  '.st-summary .st-meter',
  '.st-next p',
  '.st-next a',
  '.st-facts > div:nth-child(4) dd',
  '.st-facts > div:nth-child(5) dd',
  mainButton,
  '.home-locate button',
  '.map-controls > :nth-child(1)',
  '.map-controls > :last-child',
];

/** Runs in the page. Loads the app's font. Without JavaScript, the page itself cannot load it. */
async function loadFont(): Promise<void> {
  const address = document.querySelector('meta[name="font"]')?.getAttribute('content');
  const font = new FontFace('Figtree', `url(${address})`, { weight: '300 900' });
  document.fonts.add(await font.load());
  await document.fonts.ready;
}

/** Runs in the page. Returns the loaded fonts. */
function loadedFonts(): string[] {
  return [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : []));
}

/** Returns the positions and sizes of the listed elements, rounded to half a pixel. */
async function places(page: Page): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  await page.evaluate(loadFont);
  for (const part of parts) {
    const box =
      (await page.locator(part).count()) > 0
        ? await page.locator(part).first().boundingBox()
        : null;
    if (box)
      found[part] = [box.x, box.y, box.width, box.height].map((side) => Math.round(side * 2) / 2);
  }
  return found;
}

/** Opens the address without JavaScript, to get the first screen as the server renders it. */
async function painted(browser: Browser, url: string, language: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 640 },
  });
  await context.addCookies([{ name: 'language', value: language, url }]);
  const page = await context.newPage();
  await page.goto(url);
  const found = { places: await places(page), text: await page.locator('main').innerText() };
  await context.close();
  return found;
}

for (const language of ['en', 'es', 'zh-CN']) {
  for (const linked of [false, true]) {
    const what = linked ? 'a linked station' : 'the stations around';
    const tag = !linked && language === 'en' ? '' : ' @all';
    test(`the app and the server show ${what} at the same positions, ${language}${tag}`, async ({
      page,
      browser,
      product,
      cabinet,
    }) => {
      const url = `${product.url}/home${linked ? `?equip_id=${cabinet.id}` : ''}`;
      const before = await painted(browser, url, language);
      expect(Object.keys(before.places).length).toBeGreaterThanOrEqual(linked ? 4 : 5);

      const trouble = watchTrouble(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.addInitScript(
        (chosen) => localStorage.setItem('changeLanguage', chosen),
        language,
      );
      await page.goto(url);
      // The map is visible only after the app has replaced the first screen.
      await expect(page.locator('.leaflet-container')).toBeVisible();
      await expect.poll(() => page.evaluate(loadedFonts)).toContain('Figtree');
      expect(await places(page)).toEqual(before.places);
      expect(trouble).toEqual([]);
      // The HTML already contains this data, so the app must not request it.
      expect(asked.filter((path) => /^\/api\/(?:config|stations\/[^/]+)$/.test(path))).toEqual([]);
      expect(asked.filter((path) => /\/tiles\/\d+\/\d+\/\d+$/.test(path))).toEqual([]);
    });
  }
}

test('without JavaScript the server shows a station with its price', async ({
  browser,
  product,
  cabinet,
}) => {
  const { text } = await painted(browser, `${product.url}/home?equip_id=${cabinet.id}`, 'en');
  expect(text).toContain(cabinet.id);
  expect(text).toContain('$1.00 per started hour');
  expect(text).toContain('$20.00, held until you return');
  expect(text).toContain('Unlock a charger');
});

/** Returns the style of the main button. */
async function buttonLook(page: Page): Promise<string[]> {
  return page.locator(mainButton).evaluate((button) => {
    const style = getComputedStyle(button);
    const { backgroundColor, borderColor, color, fontSize, fontWeight } = style;
    return [backgroundColor, borderColor, color, fontSize, fontWeight];
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the app and the server show the same sheet for a station without chargers, ${colorScheme}`, async ({
    page,
    browser,
    product,
    sandbox,
  }) => {
    const { id } = await sandbox.scenario('empty');
    const url = `${product.url}/home?equip_id=${id}`;
    const viewport = { width: 360, height: 640 };
    const without = await browser.newContext({ javaScriptEnabled: false, viewport, colorScheme });
    const first = await without.newPage();
    await first.goto(url);
    const notice = first.getByText(/^Nearest open station with a charger: /);
    const text = await notice.innerText();
    const before = { places: await places(first), look: await buttonLook(first) };
    await without.close();

    await page.emulateMedia({ colorScheme });
    await page.goto(url);
    await expect(
      page.getByRole('button', { name: 'Tell me when a charger is here' }),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText(text)).toBeVisible();
    // Wait for the map of the app. It replaces the buttons of the first map, and a button must not
    // be replaced while `places` measures it.
    await expect(page.locator('.leaflet-container')).toBeVisible();
    await expect.poll(() => page.evaluate(loadedFonts)).toContain('Figtree');
    expect({ places: await places(page), look: await buttonLook(page) }).toEqual(before);
  });
}

interface Sent {
  /** The number of bytes of the status line and the headers. */
  headers: number;
  /** The compressed page. */
  body: Buffer;
}

/**
 * Requests a page. Returns what the server sends over the network: the compressed body, and the size of the headers.
 */
async function sentPage(
  url: string,
  language: string,
  more: Record<string, string> = {},
): Promise<Sent> {
  const headers = {
    ...more,
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'accept-encoding': 'gzip, deflate, br',
    cookie: `language=${language}`,
  };
  const [answer]: IncomingMessage[] = await once(get(url, { headers }), 'response');
  if (answer === undefined) throw new Error('no answer');
  expect(answer.headers['content-encoding']).toBe('br');
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  for (const [index, text] of answer.rawHeaders.entries())
    if (index % 2 === 0) lines.push(`${text}: ${answer.rawHeaders[index + 1]}`);
  const head = Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`);
  return { headers: head, body: await buffer(answer) };
}

/** Like `sentPage`, but waits until the page contains streets, which the server draws in the background. */
async function sentPageWithStreets(
  url: string,
  language: string,
  more: Record<string, string>,
): Promise<Sent> {
  const opened = () => sentPage(url, language, more);
  await expect
    .poll(async () => brotliDecompressSync((await opened()).body).toString('utf8'), {
      timeout: 60_000,
    })
    .toContain('class="round line road"');
  return opened();
}

test('a page links to no file that a browser would fetch before the first frame', async ({
  request,
  cabinet,
}) => {
  for (const address of ['/home', `/home?equip_id=${cabinet.id}`, '/menu']) {
    const html = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
    expect(html, address).toContain('<link rel="entry"');
    expect(html, address).toContain('<link rel="icon" href="data:');
    const fetched = /<link rel="(?:modulepreload|preload|stylesheet)"[^>]*>|<script[^>]* src=/g;
    expect(html.match(fetched), address).toBeNull();
    const pictures = html.match(/<img [^>]*src="(?!data:)[^>]*>/g) ?? [];
    expect(
      pictures.filter((picture) => !picture.includes(' loading="lazy"')),
      address,
    ).toEqual([]);
  }
});

test('the scripts that start the app have a compile hint', async ({ page }) => {
  await page.goto('/home');
  const files = await page
    .locator('link:is([rel=entry], [rel=modulepreload])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const own = files.filter((file) => /\/(?:react|library|start)-/.test(file));
  expect(own).toHaveLength(3);
  for (const file of own) {
    const code = await (await page.request.get(file)).text();
    expect(code, file).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});

test('the page with its map has at most 20 KiB', async ({ product, cabinet }) => {
  for (const address of ['/home', `/home?equip_id=${cabinet.id}`]) {
    for (const mobile of ['?0', '?1']) {
      const more = { 'sec-ch-ua-mobile': mobile };
      const { body } = await sentPageWithStreets(product.url + address, 'en', more);
      expect(body.byteLength, address).toBeLessThanOrEqual(20 * 1024);
    }
  }
});

/** A connection starts with ten packets of 1,460 bytes each (RFC 6928). */
const firstPackets = 10 * 1460;

test('the first ten packets of a connection contain all stations, and the map comes after them @all', async ({
  product,
  cabinet,
}) => {
  for (const language of ['en', 'es', 'zh-CN']) {
    for (const mobile of ['?0', '?1']) {
      for (const [address, row, count] of [
        ['/home', /class="st-row"/g, 20],
        [`/home?equip_id=${cabinet.id}`, /class="st-sheet"/g, 1],
      ] as const) {
        const more = { 'sec-ch-ua-mobile': mobile };
        const { headers, body } = await sentPageWithStreets(product.url + address, language, more);
        const first = body.subarray(0, firstPackets - headers);
        const html = brotliDecompressSync(first, {
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
        }).toString('utf8');
        const what = `${address}, ${language}, ${mobile}`;
        expect(html, what).toContain(`<html lang="${language}"`);
        expect(html.match(row), what).toHaveLength(count);
        expect(html, what).toContain('</main>');
      }
    }
  }
});

test('with the header Save-Data, the page has no map and at most 10 KiB', async ({
  product,
  cabinet,
}) => {
  for (const language of ['en', 'es', 'zh-CN']) {
    for (const address of ['/home', `/home?equip_id=${cabinet.id}`]) {
      const { body } = await sentPage(product.url + address, language, { 'save-data': 'on' });
      expect(body.byteLength, `${address}, ${language}`).toBeLessThanOrEqual(10 * 1024);
      expect(brotliDecompressSync(body).toString('utf8')).not.toContain('first-map');
    }
  }
});

test('the preview of a link to the app has a description and an existing image', async ({
  request,
  cabinet,
}) => {
  for (const address of ['/home', `/home?equip_id=${cabinet.id}`, '/home?invite=K7M2Q9XD']) {
    const html = await (await request.get(address)).text();
    const tag = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
    const own = tag('url') ?? '';
    expect(new URL(own).pathname).toBe('/home');
    const picture = tag('image') ?? '';
    expect(new URL(picture).origin).toBe(new URL(own).origin);
    const answer = await request.get(new URL(picture).pathname);
    expect(answer.headers()['content-type']).toBe('image/png');
    const { width, height } = PNG.sync.read(await answer.body());
    expect([`${width}`, `${height}`]).toEqual([tag('image:width'), tag('image:height')]);
  }
});
