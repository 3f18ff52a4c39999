import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { licensesPath } from '../../../contract/rules/app/licenses.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const packages = [
  { name: '@scope/map', version: '1.2.3', license: 'MIT', text: 'Copyright (c) Ana\n\nFree.' },
  { name: 'react', version: '19.0.0', license: 'ISC', text: 'Copyright (c) Bo' },
];
const answer = (body: object) => network.use(http.get(licensesPath, () => HttpResponse.json(body)));

test('the settings lead to the licenses, each with its version and text', async () => {
  answer({ packages });
  const { user } = await openApp('/setting/legal');
  await user.click(await screen.findByRole('link', { name: /^Licenses/ }));
  await screen.findByRole('heading', { level: 1, name: 'Licenses' });
  expect(document.title).toBe('Licenses');
  const software = within(await screen.findByRole('region', { name: 'Software' }));
  await user.click(await software.findByText('@scope/map'));
  expect(software.getByText('1.2.3 · MIT')).toBeDefined();
  expect(software.getByText(/^Copyright \(c\) Ana/).closest('details')?.open).toBe(true);
  expect(software.getByText('Copyright (c) Bo').closest('details')?.open).toBe(false);
  const data = within(screen.getByRole('region', { name: 'Maps and data' }));
  expect(data.getByText(/Natural Earth/)).toBeDefined();
  expect(data.getByRole('link').getAttribute('href')).toBe('https://db-ip.com');
});

test('if the version has no list, the page shows that', async () => {
  answer({ packages: [] });
  await openApp('/setting/legal/licenses');
  expect(await screen.findByText('This version has no list of software.')).toBeDefined();
});

test.each([
  ['the server fails', () => HttpResponse.json({}, { status: 500 })],
  ['the answer is not a list', () => HttpResponse.json({ packages: [{ name: 'react' }] })],
  ['there is no network', () => HttpResponse.error()],
])('the list can be loaded again, and the credits are visible: %s', async (_, fail) => {
  network.use(http.get(licensesPath, fail));
  const { user } = await openApp('/setting/legal/licenses');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(/Natural Earth/)).toBeDefined();
  answer({ packages });
  await user.click(again);
  await screen.findByText('@scope/map');
});
