import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { launchOptions } from '../support/chromium.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../screens/finishRental.ts';
import { copyOrders, serveOrders } from '../support/fakeOrders.ts';

// These tests need the complete Chromium, because the headless shell does not show PDF files.
test.use({ installs: true, ownBrowser: launchOptions });

test.afterEach(({ product }) => (product.isRunning ? undefined : product.start()));

/** Presses a button and returns the downloaded file. */
async function downloadBy(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Checks that the image of a receipt is light, is not blank, and is 800 pixels wide. */
async function expectPaper(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes).metadata();
  expect(width).toBe(800);
  expect(height).toBeGreaterThan(900);
  const { channels } = await sharp(bytes).stats();
  for (const { mean, stdev } of channels.slice(0, 3)) {
    expect(mean).toBeGreaterThan(200);
    expect(stdev).toBeGreaterThan(15);
  }
}

/** Replaces the device's share sheet by a fake that accepts files and records them. */
async function fakeShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const share = async ({ files, text }: ShareData) => {
      const bytes = await files?.[0]?.arrayBuffer();
      const numbers = [...new Uint8Array(bytes ?? new ArrayBuffer(0))];
      Object.assign(window, { shared: { text, name: files?.[0]?.name, numbers } });
    };
    Object.assign(navigator, { share, canShare: () => true });
  });
}

interface Shared {
  text: string;
  name: string;
  numbers: number[];
}

const words = {
  en: ['Order receipt', 'Download as image', 'Total amount charged'],
  'zh-CN': ['订单收据', '下载为图片', '总收费'],
  es: ['Recibo', 'Descargar como imagen', 'Monto total cobrado'],
} as const;

test('the receipt can be saved as an image in each language, always in light colours @all', async ({
  page,
  rider,
  finishRental,
}) => {
  const id = await finishRental();
  const { number } = await rider.order(id);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/history/detail?orderId=${id}`);
  const saved = await downloadBy(page, 'Download as image');
  expect(saved.name).toBe(`receipt-${number}.png`);
  await expectPaper(saved.bytes);
  await expect(page.getByText('Receipt image saved').first()).toBeVisible();

  await fakeShareSheet(page);
  for (const [language, [title, button, total]] of Object.entries(words)) {
    await page.evaluate((chosen) => localStorage.setItem('changeLanguage', chosen), language);
    await page.reload();
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => page.evaluate('window.shared?.name')).toBe(`receipt-${number}.png`);
    const shared: Shared = await page.evaluate('window.shared');
    for (const word of [title, total, number, '$2.00']) expect(shared.text).toContain(word);
    await expectPaper(Buffer.from(shared.numbers));
  }
});

test('the receipt is a tagged PDF, which opens in a new tab @slow', async ({
  page,
  rider,
  finishRental,
}) => {
  const id = await finishRental();
  const { number } = await rider.order(id);
  await page.goto(`/history/detail?orderId=${id}`);
  await page.getByRole('link', { name: 'Receipt as PDF' }).click();
  await expect(page).toHaveTitle('Pdf');
  const saved = await downloadBy(page, 'Download');
  expect(saved.name).toBe(`receipt-${number}.pdf`);
  const pdf = await getDocumentProxy(new Uint8Array(saved.bytes));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const word of ['Order receipt', number, 'Total amount charged', '$2.00']) {
    expect(text).toContain(word);
  }
  const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
  for (const role of ['Document', 'H1', 'Table', 'TH', 'TD']) expect(tree).toContain(`"${role}"`);

  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open' }).click();
  const opened = await opening;
  expect(opened.url()).toMatch(/^blob:/);
  expect(page.url()).toContain('/pdfDownload');
});

test('a rider can download the statement of a month, and the export of the orders of a period @all', async ({
  page,
  rider,
  finishRental,
}) => {
  const id = await finishRental();
  const { number, createdAt } = await rider.order(id);
  await page.goto('/history');
  await page.getByRole('link', { name: 'Export orders' }).click();
  const dayMs = 24 * 60 * 60 * 1000;
  const near = (days: number) =>
    new Date(Date.parse(createdAt) + days * dayMs).toISOString().slice(0, 10);
  await page.getByLabel('From').fill(near(-1));
  await page.getByLabel('To').fill(near(1));
  const table = await downloadBy(page, 'Download the table (CSV)');
  expect(table.name).toMatch(/^orders-.*\.csv$/);
  const rows: string[][] = parse(table.bytes, { bom: true });
  expect(rows[0]?.[0]).toBe('Order ID');
  expect(rows[1]?.[0]).toBe(number);

  await page.getByRole('link', { name: 'Create the PDF' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Statement for / })).toBeVisible();
  const saved = await downloadBy(page, 'Download');
  const pdf = await getDocumentProxy(new Uint8Array(saved.bytes));
  expect((await extractText(pdf, { mergePages: true })).text).toContain(number);
});

test('orders, receipts and PDFs are available offline after they were shown once @all', async ({
  page,
  product,
  rider,
  finishRental,
}) => {
  const id = await finishRental();
  const { number } = await rider.order(id);
  await page.goto('/history');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.getByRole('main').getByRole('listitem').getByRole('link').click();
  await page.getByRole('link', { name: 'Receipt as PDF' }).click();
  await expect(page.getByText(`receipt-${number}.pdf`)).toBeVisible();
  const document = page.url();

  await product.stop();
  await page.goto('/history');
  await expect(page.getByText(/^Updated /).first()).toBeVisible();
  await page.getByRole('main').getByRole('listitem').getByRole('link').click();
  await expect(page.getByText('Total amount charged')).toBeVisible();
  await page.goto(document);
  await expect(page.getByText('This is the copy on this device.')).toBeVisible();
  const saved = await downloadBy(page, 'Download');
  expect(saved.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await page.goto(document.replace(/[\da-f]{12}(?=%2Freceipt)/, '0'.repeat(12)));
  await expect(page.getByText(/isn't on this device yet/)).toBeVisible();

  // After the session has ended, the device must not store private documents.
  await page.evaluate(() => localStorage.removeItem('sessionId'));
  await page.goto('/home');
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('private'))),
    )
    .toEqual([]);
});

test.describe('a rider with many orders', () => {
  // Block the service worker, because it would fetch real orders instead of the fake orders.
  test.use({ serviceWorkers: 'block' });

  test('Back restores the scroll position and the filter of the history @all', async ({
    page,
    rider,
    finishRental,
  }) => {
    const id = await finishRental();
    await serveOrders(page, copyOrders(await rider.order(id), 150));
    await page.goto('/history');
    await page.getByRole('radio', { name: 'Complete' }).click();
    await expect(page).toHaveURL(/status=complete/);
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    while ((await rows.count()) < 150) await page.mouse.wheel(0, 3000);
    const row = rows.nth(90);
    // A trial click makes Playwright scroll the element into view and wait until the element stops
    // moving.
    await row.getByRole('link').click({ trial: true });
    const before = await row.boundingBox();
    await row.getByRole('link').click();
    await expect(page).toHaveTitle('Order receipt');
    await page.goBack();
    await expect(page).toHaveURL(/status=complete/);
    await expect(page.getByRole('radio', { name: 'Complete' })).toBeChecked();
    await expect.poll(async () => (await row.boundingBox())?.y).toBeCloseTo(before?.y ?? -1, -1);
  });
});
