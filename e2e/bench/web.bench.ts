import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright/test';
import { expect, test } from 'playwright/test';
import { Product } from '../support/product.ts';
import { CountingProxy } from './web/countingProxy.ts';
import { audit, paints } from './web/audit.ts';
import { tasks } from './web/longTasks.ts';
import { compare, readApps } from './web/others.ts';
import { type Figure, against, atMost, reportNoise, median, table } from './web/report.ts';
import { Site } from './web/site.ts';
import { type Row, staticFolder } from './web/staticPage.ts';
import { type Visit, type Wanted, phone, visit, workerReady } from './web/visit.ts';

// The speed of one machine changes from hour to hour. Therefore most results are ratios to a hand-written page, and the
// runs alternate between the app and that page.
const runs = Number(process.env['WEB_RUNS'] ?? 5);
const parts = process.env['WEB_PARTS']?.split(',') ?? [];
const jsonFile = process.env['WEB_JSON'];
const others = process.env['WEB_OTHERS'];

test.setTimeout(40 * 60_000);

const stations = { selector: '.st-row', count: 20 };
const home: Wanted = { path: '/home', ...stations };
const written = { selector: 'li', count: 20 };
const page: Wanted = { path: `/${staticFolder}/page.html`, ...written };
const offlinePage: Wanted = { path: `/${staticFolder}/offline.html`, ...written };

test('the app is compared with other apps', async () => {
  test.skip(others === undefined, 'No other apps');
  const product = await Product.create();
  try {
    await product.start();
    const apps = new Map([['this app', product.url + home.path], ...readApps(others ?? '')]);
    for (const throttling of ['simulate', 'devtools'] as const) {
      if (!parts.includes(throttling === 'simulate' ? 'lighthouse' : 'paint')) continue;
      process.stdout.write(`\n${await compare(apps, runs, throttling)}\n`);
    }
  } finally {
    await product.dispose();
  }
});

test('the app is compared with a hand-written page', async ({ browser }) => {
  test.skip(others !== undefined, 'Other apps instead');
  const site = await Site.create();
  const product = await Product.create({ DIST_DIR: site.folder });
  try {
    await product.start();
    const rows = await readRows(browser, product.url);
    expect(rows).toHaveLength(stations.count);
    await site.addStaticPage(rows);
    const linked: Wanted = {
      path: rows[0]?.open ?? '',
      selector: '.st-facts > div:nth-child(4) dd',
      count: 1,
    };
    const figures: Figure[] = [];
    const say = (found: Figure[]) => {
      figures.push(...found);
      process.stdout.write(`\n${table(found)}\n`);
    };
    const { url } = product;
    const addresses = {
      written: url + page.path,
      home: url + home.path,
      linked: url + linked.path,
    };
    if (parts.includes('lighthouse')) say(await audit(addresses, runs));
    if (parts.includes('paint')) say(await paints(addresses, runs));
    if (parts.includes('tasks'))
      say(await tasks(browser, { home: addresses.home, linked: addresses.linked }, runs));
    if (parts.includes('useful')) say(await coldVisits(browser, url, linked));
    if (parts.includes('repeat')) say(await repeatVisits(browser, url));
    if (parts.includes('offline')) say(await offlineVisits(browser, url));
    process.stdout.write(`\n${table(figures)}\n`);
    if (jsonFile) await writeFile(jsonFile, `${JSON.stringify(figures, null, 2)}\n`);
    expect.soft(figures.filter(({ isMet }) => !isMet).map(({ what }) => what)).toEqual([]);
  } finally {
    await product.dispose();
    await site.dispose();
  }
});

/** Reads the texts of the station list on home. */
async function readRows(browser: Browser, url: string): Promise<Row[]> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  const opened = await context.newPage();
  await opened.goto(`${url}/home`);
  const rows = await opened.locator('.st-row').evaluateAll((items) =>
    items.map((item) => {
      const text = (part: string) => item.querySelector(part)?.textContent ?? '';
      const link = (part: string) => item.querySelector(part)?.getAttribute('href') ?? '';
      return {
        name: text('.st-name'),
        address: text('.st-line'),
        counts: text('.st-counts span:last-child'),
        open: link('.st-open'),
        directions: link('.st-go'),
      };
    }),
  );
  await context.close();
  return rows;
}

/** For first visits, measures the time until the content that the user wants is visible. */
async function coldVisits(browser: Browser, url: string, linked: Wanted): Promise<Figure[]> {
  const map = { selector: '.first-map:has(.first-at > svg) .map-pin', count: 1 };
  const [homeMap, linkedMap] = [
    { ...home, ...map },
    { ...linked, ...map },
  ];
  const all = [page, home, linked, homeMap, linkedMap];
  const times = new Map<Wanted, number[]>(all.map((wanted) => [wanted, []]));
  for (let round = 0; round < runs; round++) {
    for (const [wanted, own] of times) {
      const context = await phone(browser);
      const opened = await visit(context, url, wanted, { network: true, stopWorker: false });
      own.push(opened.visit.useful);
      await context.close();
    }
  }
  const statics = times.get(page) ?? [];
  reportNoise('first visit', statics);
  return [
    against('/home: 20 stations painted, first visit', times.get(home) ?? [], statics, 1.05),
    against('deep link: station painted, first visit', times.get(linked) ?? [], statics, 1.05),
    against('/home: map with pins painted, first visit', times.get(homeMap) ?? [], statics, 1.3),
    against('deep link: map with pins painted', times.get(linkedMap) ?? [], statics, 1.3),
  ];
}

/**
 * Waits until no data has arrived for five seconds. All delayed downloads of a visit are then
 * complete.
 */
async function settled(line: CountingProxy): Promise<void> {
  const options = { timeout: 90_000, intervals: [500] };
  await expect.poll(() => line.quietMs, options).toBeGreaterThan(5000);
}

async function firstVisit(browser: Browser, line: CountingProxy, wanted: Wanted) {
  const context = await phone(browser);
  const opened = await context.newPage();
  await opened.goto(line.url + wanted.path);
  await workerReady(opened);
  await settled(line);
  await opened.close();
  return context;
}

/**
 * Measures the bytes that a second visit downloads, and the time until the visit shows cached
 * content.
 */
async function repeatVisits(browser: Browser, url: string): Promise<Figure[]> {
  const line = await CountingProxy.create(url);
  const context = await firstVisit(browser, line, home);
  const bytes: number[] = [];
  const visits: Visit[] = [];
  for (let round = 0; round < runs; round++) {
    line.reset();
    const opened = await visit(context, line.url, home, { network: true, stopWorker: true });
    visits.push(opened.visit);
    await settled(line);
    bytes.push(line.received);
    if (round === 0) {
      const asked = line.asked.map(({ path, bytes }) => `${String(bytes).padStart(7)} ${path}`);
      process.stdout.write(`a repeat visit fetches, in bytes:\n${asked.join('\n')}\n`);
    }
    await opened.page.close();
  }
  await context.close();
  await line.cut();
  const useful = visits.map((one) => one.useful);
  process.stdout.write(`repeat visit, 20 stations painted: ${Math.round(median(useful))} ms\n`);
  return [atMost('repeat visit: bytes from the network', bytes, 5 * 1024 - 1, 'bytes')];
}

async function offlineVisits(browser: Browser, url: string): Promise<Figure[]> {
  const line = await CountingProxy.create(url);
  const ours = await firstVisit(browser, line, home);
  const statics = await firstVisit(browser, line, offlinePage);
  const withMap = { ...home, selector: ':root:has(.first-map img) .st-row' };
  await line.cut();
  const visits: { ours: Visit[]; statics: Visit[] } = { ours: [], statics: [] };
  const warm: number[] = [];
  for (let round = 0; round < 2 * runs; round++) {
    for (const [context, wanted, own] of [
      [statics, offlinePage, visits.statics],
      [ours, withMap, visits.ours],
    ] as const) {
      const opened = await visit(context, line.url, wanted, { network: false, stopWorker: true });
      own.push(opened.visit);
      await opened.page.close();
    }
    // Visit again while the service worker is still running.
    const again = await visit(ours, line.url, home, { network: false, stopWorker: false });
    warm.push(again.visit.workerMs);
    await again.page.close();
  }
  await Promise.all([ours.close(), statics.close()]);
  const times = (all: readonly Visit[]) => all.map(({ useful }) => useful);
  const cold = Math.round(median(visits.ours.map(({ workerMs }) => workerMs)));
  process.stdout.write(`navigation by a worker that has to start: ${cold} ms\n`);
  return [
    against(
      'offline: 20 stations and the map painted',
      times(visits.ours),
      times(visits.statics),
      1.1,
    ),
    atMost('navigation from the shell, by a worker that runs', warm, 50, 'ms'),
  ];
}
