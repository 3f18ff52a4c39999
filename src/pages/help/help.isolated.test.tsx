import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { configOfTests, fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

// This file is isolated, because the test of the focus sometimes fails if this file shares loaded
// npm packages with earlier test files.

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

/** Returns the answer to a question. Its `open` attribute shows whether it is open. */
const answerTo = (question: string) =>
  screen.getByRole('heading', { level: 3, name: question }).closest('details');

test('the menu leads to help, whose answers contain the operator’s configuration', async () => {
  const { user } = await openApp('/menu');
  await user.click(screen.getByRole('link', { name: /^Help center/ }));
  await screen.findByRole('heading', { level: 1, name: 'Help center' });
  expect(document.title).toBe('Help center');
  await screen.findByRole('heading', { level: 2, name: 'Renting' });
  const topics = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(topics).toEqual([
    'Renting',
    'Returning',
    'Deposit & refunds',
    'GoCash',
    'Account',
    'Not solved?',
  ]);
  const main = screen.getByRole('main').textContent;
  for (const said of [
    'wait 2 minutes',
    'Unlocking costs $1.00, then $1.00 per started hour, and at most $10.00 in 24 hours',
    'Return it to the same station within 5 minutes',
    'When you take it: the unlock fee and a deposit of $20.00 are held. If you return it in time, you pay the unlock fee and the usage, and the rest is released.',
    'After 24 hours: the deposit is deducted automatically',
    'After 48 hours: a fee is charged, because the charger counts as lost. The rental then costs $30.00 in total: the unlock fee, the time and up to $10.00 for the loss.',
    'takes 1 to 10 business days',
    'after 15 business days, contact us',
    'You and your friend each get $2.00 in GoCash',
    'GoCash is not refundable, but you can use it for rentals',
    'turned the wrong way',
    'The station is offline',
  ]) {
    expect(main).toContain(said);
  }
  expect(main).not.toContain('{{');
  // The last link of the page is the phone number.
  const links = screen.getByRole('main').querySelectorAll('a');
  expect(links[links.length - 1]?.href).toBe('tel:+13125550100');
});

test('GoCash is refundable if the operator allows it', async () => {
  const config = { ...configOfTests, goCash: { refundable: true } };
  network.use(http.get(paths.config, () => HttpResponse.json(config)));
  await openApp('/help');
  const main = await screen.findByRole('main');
  await waitFor(() =>
    expect(main.textContent).toContain(
      'What you topped up can be refunded to the card that paid for it',
    ),
  );
  expect(main.textContent).not.toContain('GoCash is not refundable');
});

test('if a value is unknown, the page does not guess it', async () => {
  const { terms, ...older } = configOfTests;
  expect(terms).toBeDefined();
  network.use(
    http.get(paths.config, () =>
      HttpResponse.json({
        ...older,
        referral: { reward: { amount: 0, currency: 'USD' } },
        brand: { name: '', supportPhone: '' },
      }),
    ),
  );
  await openApp('/help');
  await screen.findByRole('heading', { level: 2, name: 'Renting' });
  const main = screen.getByRole('main');
  await within(main).findByText(/takes 1 to 10 business days/);
  expect(main.textContent).not.toMatch(/\$|\{\{|null|undefined|24|48/);
  expect(main.textContent).toContain('Later: the deposit is deducted automatically');
  expect(main.querySelector('a[href^="tel:"]')).toBeNull();
});

test('a link opens only the answer in its address, and moves the focus to that answer', async () => {
  await openApp('/help?topic=ongoingAfterReturn');
  const question = 'I returned it, but my order is still ongoing';
  await screen.findByRole('heading', { level: 3, name: question });
  const open = [...document.querySelectorAll('details[open]')].map(
    (one) => one.querySelector('summary')?.textContent,
  );
  expect(open).toEqual(['Returning', question]);
  await waitFor(() =>
    expect(document.activeElement).toBe(answerTo(question)?.querySelector('summary')),
  );
});

test.each([
  ['/help?topic=lost', ['Returning', 'I lost the charger']],
  ['/help#gocash', ['GoCash']],
  ['/help?topic=deposit', ['Deposit & refunds']],
  ['/help?topic=<script>', []],
  ['/help?topic=toString', []],
])('%s opens %j', async (address, expected) => {
  await openApp(address);
  await screen.findByRole('heading', { level: 2, name: 'Renting' });
  const open = [...document.querySelectorAll('details[open]')];
  expect(open.map((one) => one.querySelector('summary')?.textContent)).toEqual(expected);
});

test('the search finds answers by synonyms, and announces the number of results', async () => {
  const { user } = await openApp('/help');
  const field = await screen.findByRole('searchbox', { name: 'Search help' });
  await user.type(field, 'DOUBLE');
  await screen.findByRole('heading', { level: 2, name: '1 answer found' });
  await user.click(screen.getByRole('heading', { level: 3, name: 'I was charged twice' }));
  expect(screen.getByText(/probably a hold/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Renting' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('1 answer found'));

  await user.clear(field);
  await user.type(field, 'qwxzy');
  await screen.findByText('No answer found for “qwxzy”');
  expect(screen.getByText('Try other words, or contact us below.')).toBeDefined();
  expect(screen.getByRole('link', { name: /^Call support/ })).toBeDefined();
  await user.clear(field);
  await screen.findByRole('heading', { level: 2, name: 'Renting' });
});

test('a guest sees the phone number, and the login to report a problem', async () => {
  await openApp('/help?topic=technicalError&orderId=8d7e&stationId=ABCDEFV&other=1');
  const report = await screen.findByRole('link', { name: /Log in to report a problem/ });
  const next = new URL(report.getAttribute('href') ?? '', 'https://app').searchParams.get('next');
  expect(next).toBe('/help/report?orderId=8d7e&stationId=ABCDEFV');
  expect(screen.queryByRole('link', { name: 'Your reports' })).toBeNull();
});
