import type { Page, Request } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import {
  type Callback,
  countWakeups,
  recordCallbacks,
  setVisible,
  takeCallbacks,
} from '../support/wakeups.ts';

const second = 1000;
const minute = 60 * second;

const openRequests = new Set<Request>();
/** Whether the request is for an event stream, which stays open. */
const isStream = (request: Request) => request.headers()['accept'] === 'text/event-stream';

/**
 * The page has a clock that the test moves, so that a minute without a touch takes a second. The
 * requests of the page reach the real server.
 */
test.beforeEach(async ({ page }) => {
  openRequests.clear();
  page.on('request', (request) => {
    if (!isStream(request)) openRequests.add(request);
  });
  page.on('requestfinished', (request) => openRequests.delete(request));
  page.on('requestfailed', (request) => openRequests.delete(request));
  await page.clock.install();
  await recordCallbacks(page);
});

/**
 * Lets time pass without a touch. After each step of the clock, the test waits for the answers of
 * the server. In a single step, requests would time out before their answers arrive.
 */
async function pass(page: Page, milliseconds: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += stepMs) {
    await page.clock.runFor(stepMs);
    await expect.poll(() => openRequests.size, { intervals: [5, 10, 20] }).toBe(0);
  }
}

/**
 * Stops the clock of the page a whole number of seconds after the start of the page. Then waits
 * until the timers of the start have ended.
 */
async function settle(page: Page): Promise<void> {
  const now: number = await page.evaluate('Date.now()');
  await page.clock.pauseAt(now + second);
  const age: number = await page.evaluate('Math.round(performance.now())');
  await pass(page, second - (age % second), second - (age % second));
  await pass(page, 2 * minute, 5 * second);
  await takeCallbacks(page);
}

/** Lets a minute pass without a touch. Returns the callbacks of that minute. */
async function idleMinute(page: Page): Promise<Callback[]> {
  await pass(page, minute, second);
  return takeCallbacks(page);
}

const pins = (page: Page) =>
  page.getByRole('region', { name: 'Map of stations' }).getByRole('button', { name: /free slot/ });
const clock = (page: Page) => page.getByRole('timer');

test('the screen of a running rental wakes the processor once per second @slow', async ({
  page,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(clock(page)).toBeVisible();
  await settle(page);
  const wakeups = countWakeups(await idleMinute(page));
  // The clock shows seconds, so it wakes the processor once per second. All other timers run at the same moments.
  expect(wakeups).toBeGreaterThanOrEqual(60);
  expect(wakeups).toBeLessThanOrEqual(63);
});

test('the map on home wakes the processor at most once in two seconds, and draws no frames in a loop @all', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(pins(page).first()).toBeVisible();
  await settle(page);
  const callbacks = await idleMinute(page);
  expect(countWakeups(callbacks)).toBeLessThanOrEqual(30);
});

test('a hidden page does nothing, and shows the time and the return when it becomes visible @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(clock(page)).toContainText('0:00');
  await settle(page);

  await setVisible(page, false);
  // The page removes answers that no screen has used for ten minutes, and ends the attempts to
  // install the service worker.
  await pass(page, 20 * minute, minute);
  await takeCallbacks(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await pass(page, 30 * minute, minute);
  expect(await takeCallbacks(page)).toEqual([]);
  expect(requests).toEqual([]);

  await sandbox.advance(53 * 60);
  await setVisible(page, true);
  await expect(clock(page)).toContainText(/0:5[2-4]/);

  await setVisible(page, false);
  await sandbox.bringBack(cabinet, otherCabinet);
  await pass(page, minute, minute);
  await setVisible(page, true);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'View receipt' })).toBeVisible();
});
