import type { Page } from 'playwright/test';
import { paths } from '../../contract/paths.ts';
import { launchOptions } from '../support/chromium.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../screens/finishRental.ts';
import {
  deliver,
  endpointOf,
  fakePushService,
  press,
  pushed,
  shown,
} from '../support/fakePushService.ts';
import { cards, type Rider } from '../support/rider.ts';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';
import { untilControlled, workerOf } from '../support/serviceWorker.ts';

// These tests need the complete Chromium, because the headless shell cannot show notifications.
test.use({ installs: true, ownBrowser: launchOptions });

const offer = (page: Page) =>
  page.getByRole('region', { name: 'Tell me when my next return is confirmed' });

/**
 * Resolves when the code of `PushOffer` arrives. The app loads this code before it offers push
 * messages.
 */
const offerCode = (page: Page) =>
  page.waitForResponse((response) => /\/PushOffer-[^/]+\.js$/.test(response.url()));

/** Makes a rental and waits until its bill is paid. Returns the order. */
async function rentAgain(rider: Rider, sandbox: Sandbox, from: Cabinet, to: Cabinet) {
  const before = await sandbox.cabinet(from.id);
  const order = await rider.rent(from.id, 'charging');
  await sandbox.bringBack(before, to);
  return rider.waitFor(order.id, 'complete');
}

test('a rider who agrees after a return gets a push message for the next return, even if all tabs are closed @slow', async ({
  page,
  context,
  product,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
  finishRental,
}) => {
  await fakePushService(context);
  await finishRental();
  await page.goto('/home');
  await untilControlled(page);
  expect(await endpointOf(page)).toBeNull();
  await offer(page).getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(page.getByText('Notifications are on').first()).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  const endpoint = await endpointOf(page);
  if (endpoint === null) throw new Error('the browser is not subscribed');

  const bystander = await context.newPage();
  const worker = await workerOf(context);
  await page.close();
  const order = await rentAgain(rider, sandbox, cabinet, otherCabinet);
  const newest = async () =>
    (await pushed(product, endpoint)).find(({ title }) => title === 'Your charger is back');
  await expect.poll(newest).toBeDefined();
  const message = await newest();
  await deliver(worker, bystander, product.url, JSON.stringify(message));
  // The text must contain neither the station nor the amount, because other people can read the lock screen.
  expect(await shown(worker)).toEqual([
    { title: 'Your charger is back', body: 'Tap for the receipt.', tag: message?.tag, lang: 'en' },
  ]);

  const { opened } = await press(worker);
  expect(opened).toBe(`/history/detail?orderId=${order.id}`);
  expect(await shown(worker)).toEqual([]);
  const again = await context.newPage();
  const read = again.waitForResponse((response) =>
    response.url().endsWith(paths.readNotifications),
  );
  await again.goto(opened ?? '');
  await expect(again).toHaveTitle('Order receipt');
  await expect(again.getByText(order.number).first()).toBeVisible();
  await read;

  // The press has marked one of the four notifications as read.
  await again.goto('/menu');
  await expect(again.getByRole('link', { name: /^Notification, 3 unread/ })).toBeVisible();
});

test('one notification shows the current cost and the next step of a running rental, and a tap opens the rental @all', async ({
  page,
  context,
  product,
  rider,
  sandbox,
  cabinet,
}) => {
  await fakePushService(context);
  await rider.addCard(cards.pays);
  await page.goto('/setting/notifications');
  await untilControlled(page);
  const device = page.getByRole('switch', { name: /^Notifications on this device/ });
  await device.click();
  await expect(device).toBeChecked();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await page.getByRole('switch', { name: /^Show details/ }).click();
  await saved;
  await expect.poll(() => endpointOf(page)).not.toBeNull();
  const endpoint = (await endpointOf(page)) ?? '';
  const worker = await workerOf(context);

  /** Waits until the server has sent this number of messages. Then delivers the newest message and returns it. */
  const deliverNewest = async (sent: number) => {
    await expect.poll(async () => (await pushed(product, endpoint)).length).toBe(sent);
    const [message] = await pushed(product, endpoint);
    await deliver(worker, page, product.url, JSON.stringify(message));
    expect(await shown(worker)).toMatchObject([{ body: message?.body }]);
    return message;
  };
  await rider.rent(cabinet.id, 'charging');
  const out = await deliverNewest(1);
  // The server sends a message shortly after each price increase.
  await sandbox.advance(61 * 60);
  await deliverNewest(2);
  const title = 'Your rental is running';
  // Shortly before midnight, the next price step is on another day, so the text contains the date.
  const time = String.raw`(?:[A-Z][a-z]{2} \d+, \d{4}, )?\d+:\d\d [AP]M`;
  const text = (soFar: string, next: string): unknown =>
    expect.stringMatching(new RegExp(`^\\${soFar} so far\\. From ${time}: \\${next}\\.$`));
  const tag = out?.tag ?? '';
  expect(tag).not.toBe('');
  expect(await shown(worker)).toEqual([{ title, body: text('$3.00', '$4.00'), tag, lang: 'en' }]);
  await sandbox.advance(60 * 60);
  await deliverNewest(3);
  expect(await shown(worker)).toEqual([{ title, body: text('$4.00', '$5.00'), tag, lang: 'en' }]);

  expect(await press(worker)).toEqual({ opened: null, focused: 1 });
  await expect(page).toHaveTitle('Home');
  await expect(page.getByRole('timer', { name: 'Elapsed time' })).toBeVisible();
  expect(await shown(worker)).toEqual([]);
});

test('a pressed notification opens in an open window, unless a payment is in progress in that window @all', async ({
  page,
  context,
  product,
  rider,
}) => {
  await fakePushService(context);
  await rider.addCard(cards.pays);
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/orders/events'));
  await page.goto('/menu');
  await untilControlled(page);
  await stream;
  const worker = await workerOf(context);
  const message = {
    notificationId: crypto.randomUUID(),
    title: 'A coupon',
    body: '',
    path: '/coupon',
    badge: 1,
    tag: 'coupon',
    language: 'en',
  };
  await deliver(worker, page, product.url, JSON.stringify(message));
  expect(await shown(worker)).toHaveLength(1);
  expect(await press(worker)).toEqual({ opened: null, focused: 1 });
  await expect(page).toHaveTitle('Coupon');

  await page.goto('/payment');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await deliver(worker, page, product.url, JSON.stringify(message));
  expect(await shown(worker)).toHaveLength(1);
  expect(await press(worker)).toEqual({ opened: null, focused: 1 });
  expect(await page.evaluate(() => location.pathname)).toBe('/payment');
  await expect(page).toHaveTitle('Payment');
});

test('a push message that cannot be decoded is shown with a general text, and opens the list of notifications @all', async ({
  page,
  context,
  product,
  rider: _signedIn,
}) => {
  await fakePushService(context);
  await page.goto('/home');
  await untilControlled(page);
  const worker = await workerOf(context);
  const bystander = await context.newPage();
  for (const data of ['<html>', '{"title":1}']) {
    await deliver(worker, bystander, product.url, data);
    expect(await shown(worker)).toMatchObject([{ title: 'You have a new notification', body: '' }]);
    // A pressed notification opens a window only if no page of the app is open. Close the page
    // after the delivery: the browser may stop the service worker when its last page closes. A
    // message that DevTools delivers after that is lost.
    await page.close();
    expect((await press(worker)).opened).toBe('/notification');
  }
});

test('after a permanent refusal the app does not ask again, but the rider can turn on notifications in the settings @all', async ({
  page,
  context,
  finishRental,
}) => {
  await fakePushService(context);
  await finishRental();
  await page.goto('/home');
  await offer(page).getByRole('button', { name: "Don't ask again" }).click();
  await expect(offer(page)).toHaveCount(0);
  const code = offerCode(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await code;
  await expect(offer(page)).toHaveCount(0);

  await page.goto('/setting/notifications');
  await untilControlled(page);
  const device = page.getByRole('switch', { name: /^Notifications on this device/ });
  await device.click();
  await expect(device).toBeChecked();
  await expect.poll(() => endpointOf(page)).not.toBeNull();
  await device.click();
  await expect(device).not.toBeChecked();
  expect(await endpointOf(page)).toBeNull();
});

test('if the browser blocks notifications, the app does not ask, and the settings explain what to do @all', async ({
  page,
  context,
  finishRental,
}) => {
  await fakePushService(context);
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await finishRental();
  const code = offerCode(page);
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await code;
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/setting/notifications');
  await expect(page.getByText(/^Your browser blocks notifications/)).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Notifications on this device/ })).toBeDisabled();
});

test('logging out ends the subscription @all', async ({ page, context, finishRental }) => {
  await fakePushService(context);
  await finishRental();
  await page.goto('/home');
  await untilControlled(page);
  await offer(page).getByRole('button', { name: 'Yes, tell me' }).click();
  await expect.poll(() => endpointOf(page)).not.toBeNull();
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/setting');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveTitle('Home');
  await expect.poll(() => endpointOf(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('push'))).toBeNull();
});

test('topics, quiet hours and the receipt setting are stored @all', async ({
  page,
  rider: _signedIn,
}) => {
  await page.goto('/setting/notifications');
  await page.getByRole('switch', { name: /^Reminders/ }).click();
  await page.getByRole('switch', { name: /^Quiet hours/ }).click();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await page.getByLabel('To', { exact: true }).focus();
  await saved;
  const texted = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await page.getByRole('radio', { name: 'By text message' }).check();
  await texted;
  await page.reload();
  await expect(page.getByRole('switch', { name: /^Reminders/ })).not.toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await expect(page.getByText('Time zone: Central Time')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'By text message' })).toBeChecked();
});

test('one press on the home screen requests the receipt as a text message @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  // The screen shows the choice before the server has answered. Wait until the choice is saved.
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.ok(),
  );
  await page.getByRole('button', { name: /Text me the receipt$/ }).click();
  const done = "We'll text you the receipt when the charger is back.";
  await expect(page.getByRole('main').getByText(done)).toBeVisible();
  await saved;
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect
    .poll(async () => (await sandbox.messages(rider.phone)).map(({ body }) => body).join('\n'))
    .toContain(order.number);
});
