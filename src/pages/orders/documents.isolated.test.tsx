import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { noteServerTime } from '../../api/serverClock.ts';
import { signedOut } from '../../api/session.ts';
import { fakeCaches } from '../../testing/fakeCaches.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeReturned } from '../../testing/orders.ts';
import { startTexts } from '../../testing/texts.ts';

// This file is isolated, because it replaces functions of the global `URL`.
const order = makeReturned();
const receiptFile = `/api/orders/${order.id}/receipt.pdf`;
const page = (file: string) => `/pdfDownload?file=${encodeURIComponent(file)}`;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  fakeCaches();
  vi.stubGlobal('URL', withObjectUrls());
});
afterEach(() => vi.unstubAllGlobals());
fakeNetwork();

let made = 0;
let revoked: string[] = [];

function withObjectUrls(): typeof URL {
  revoked = [];
  return Object.assign(URL, {
    createObjectURL: () => `blob:http://localhost/${(made += 1)}`,
    revokeObjectURL: (url: string) => revoked.push(url),
  });
}

const pdf = (name: string, asked: string[] = []) =>
  http.get('*/api/orders/*.pdf', ({ request }) => {
    asked.push(request.url.replace(window.location.origin, ''));
    return HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-1.7').buffer, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
      },
    });
  });

test('a receipt leads to its PDF, which can be opened, saved and shared', async () => {
  const asked: string[] = [];
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(navigator, { share, canShare: () => true }));
  network.use(
    pdf('receipt-R-7K3M-92QF.pdf', asked),
    http.get(paths.order, () => HttpResponse.json(order)),
  );
  const { user } = await openApp(`/history/detail?orderId=${order.id}`, 'rider');
  await user.click(await screen.findByRole('link', { name: 'Receipt as PDF' }));
  await screen.findByText('receipt-R-7K3M-92QF.pdf');
  expect(document.title).toBe('Pdf');
  await screen.findByText('Download ready');
  expect(asked).toEqual([`${receiptFile}?language=en&timeZone=America%2FChicago`]);
  const open = screen.getByRole('link', { name: 'Open' });
  expect(open.getAttribute('target')).toBe('_blank');
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(share.mock.calls[0]?.[0].files?.[0]?.name).toBe('receipt-R-7K3M-92QF.pdf');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await screen.findAllByText('File saved');
});

test('without a network, a document that the rider opened before is shown, and any other document shows an error', async () => {
  const statement = '/api/orders/statement.pdf?month=2026-11';
  network.use(pdf('statement-2026-11.pdf'));
  const first = await openApp(page(statement), 'rider');
  await screen.findByText('statement-2026-11.pdf');
  first.unmount();

  network.use(http.get('*/api/orders/*', () => HttpResponse.error()));
  const second = await openApp(page(statement), 'rider');
  await screen.findByText(/the copy on this device/);
  expect(screen.getByText('statement-2026-11.pdf')).toBeDefined();
  second.unmount();

  await openApp(page('/api/orders/statement.pdf?month=2026-10'), 'rider');
  await screen.findByText(/isn't on this device yet/);
});

test('object URLs are revoked after a new answer or a logout', async () => {
  network.use(
    pdf('receipt-R-7K3M-92QF.pdf'),
    http.get(paths.order, () => HttpResponse.json(order)),
  );
  const { user, store } = await openApp(`/history/detail?orderId=${order.id}`, 'rider');
  const open = async () => {
    await user.click(await screen.findByRole('link', { name: 'Receipt as PDF' }));
    return (await screen.findByRole('link', { name: 'Open' })).getAttribute('href');
  };
  const first = await open();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await open();
  await waitFor(() => expect(revoked).toContain(first));
  const second = await waitFor(() => {
    // Read the attribute, because jsdom does not update the property `href` of a link with an object URL.
    const href = screen.getByRole('link', { name: 'Open' }).getAttribute('href');
    expect(href).not.toBe(first);
    return href;
  });
  act(() => void store.dispatch(signedOut()));
  await waitFor(() => expect(revoked).toContain(second));
});

test('the receipt of another rider is not found', async () => {
  network.use(http.get('*/api/orders/*/receipt.pdf', () => problem('orderNotFound')));
  await openApp(page(receiptFile), 'rider');
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Order history' })).toBeDefined();
});

test.each([
  'https://evil.example/receipt.pdf',
  '//evil.example/receipt.pdf',
  '/api/me/data',
  `${receiptFile}/../../../me/data`,
  `${receiptFile}?language=en`,
  '/api/orders/statement.pdf?month=2026-13',
])('the file %s is not a document', async (file) => {
  const asked = vi.fn<(path: string) => void>();
  network.events.on('request:start', ({ request }) => asked(new URL(request.url).pathname));
  await openApp(page(file), 'rider');
  await screen.findByText('There is no document at this link.');
  expect(asked.mock.calls.flat().filter((path) => /\.pdf|data/.test(path))).toEqual([]);
  network.events.removeAllListeners();
});

test('month and period follow the server clock if the clock of the device is wrong', async () => {
  const deviceTime = Date.now();
  noteServerTime('2031-03-09T12:00:00Z');
  await openApp('/history/export', 'rider');
  expect(await screen.findByLabelText('From')).toHaveProperty('value', '2031-03-01');
  expect(screen.getByLabelText('To')).toHaveProperty('value', '2031-03-09');
  expect(screen.getByLabelText('Month')).toHaveProperty('value', '2031-03');
  noteServerTime(new Date(deviceTime).toISOString());
});

test('a period is validated before the export', async () => {
  const asked: string[] = [];
  network.use(
    http.get(paths.ordersCsv, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.text('a,b', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    }),
  );
  const { user } = await openApp('/history/export', 'rider');
  const from = await screen.findByLabelText('From');
  const to = screen.getByLabelText('To');
  const download = screen.getByRole('button', { name: 'Download the table (CSV)' });
  const fill = async (first: string, last: string) => {
    await user.clear(from);
    await user.type(from, first);
    await user.clear(to);
    await user.type(to, last);
    await user.click(download);
  };
  await fill('2026-03-02', '2026-03-01');
  await screen.findByText('The last day is before the first.');
  await fill('2025-01-01', '2026-01-02');
  await screen.findByText('Choose at most 366 days.');
  expect(asked).toEqual([]);
  await fill('2025-01-01', '2026-01-01');
  await screen.findAllByText('File saved');
  expect(asked).toEqual(['?from=2025-01-01&to=2026-01-01&language=en&timeZone=America%2FChicago']);
});

test('without a network, orders and receipts that were opened before are shown with their age @slow', async () => {
  network.use(
    http.get(paths.orders, () => HttpResponse.json({ orders: [order], nextCursor: null })),
  );
  const first = await openApp('/history', 'rider');
  await screen.findByRole('link', { name: /Corner Bakery/ });
  const stored = async () => (await caches.open('private-orders')).match('/kept-orders');
  await waitFor(async () => expect(await stored()).toBeDefined());
  first.unmount();

  network.use(http.get('*/api/orders*', () => HttpResponse.error()));
  network.use(http.get('*/api/orders/*', () => HttpResponse.error()));
  const { user } = await openApp('/history', 'rider');
  await user.click(await screen.findByRole('link', { name: /Corner Bakery/ }));
  await screen.findByText('Total amount charged');
  await screen.findByText(/^Updated /);
});

test('when the network is back, the new request is not announced, and its error is explained @slow', async () => {
  const statement = '/api/orders/statement.pdf?month=2026-11';
  const asked: string[] = [];
  network.use(pdf('statement-2026-11.pdf', asked));
  await openApp(page(statement), 'rider');
  await screen.findByText('statement-2026-11.pdf');
  // The live region may still contain announcements of earlier tests.
  const announced = screen.getAllByText('Download ready').length;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(asked).toHaveLength(2));
  await screen.findByText('statement-2026-11.pdf');
  network.use(http.get('*/api/orders/*', () => problem('tooManyRequests')));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(/many/i);
  expect(screen.getByText('statement-2026-11.pdf')).toBeDefined();
  expect(screen.queryAllByText('Download ready').length).toBeLessThanOrEqual(announced);
});
