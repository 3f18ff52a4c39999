import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountChange } from '../../../contract/accountChanges.ts';
import { paths } from '../../../contract/paths.ts';
import { reportLost, reportReached } from '../../api/connection.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

const token = 'Zm9ydHktdHdvLWxldHRlcnM';
const change: AccountChange = {
  kind: 'phone',
  provider: null,
  at: '2026-11-20T18:05:00.000Z',
  device: 'Chrome · Android',
  state: 'open',
  signInBy: null,
};
const undone: AccountChange = {
  ...change,
  state: 'undone',
  signInBy: { phone: '••23', identities: [] },
};

let reading: unknown[];
let undoing: unknown[];

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportReached();
  reading = [];
  undoing = [];
  network.use(
    http.post(paths.readAccountChange, async ({ request }) => {
      reading.push(await request.json());
      return HttpResponse.json(change);
    }),
    http.post(paths.undoAccountChange, async ({ request }) => {
      undoing.push(await request.json());
      return HttpResponse.json(undone);
    }),
  );
});
fakeNetwork();

test('the page shows what happened, and only its button takes the account back', async () => {
  const { user } = await openApp(`/notMe#${token}`);
  await screen.findByText(/The phone number of your account was changed on Nov 20, 2026/);
  expect(document.title).toBe('Was this you?');
  screen.getByText('On this device: Chrome · Android');
  screen.getByText("All devices are logged out of your account, including the other person's.");
  expect(reading).toEqual([{ token }]);
  expect(undoing).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'This was not me' }));
  await screen.findByRole('heading', { level: 1, name: 'Your account is yours again' });
  screen.getByText('Now log in with a code to your phone number ••23.');
  expect(undoing).toEqual([{ token }]);
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(window.location.pathname).toBe('/login/loginWithPhone');
});

test('the person who made the change goes home, and nothing is undone', async () => {
  const { user } = await openApp(`/notMe#${token}`);
  await user.click(await screen.findByRole('link', { name: 'It was me' }));
  expect(window.location.pathname).toBe('/home');
  expect(undoing).toEqual([]);
});

test.each([
  ['expired', { ...change, state: 'expired' }, 'This link is too old'],
  ['used', undone, 'Your account is yours again'],
] as const)('for a link that is %s, the page explains the state', async (_, answer, heading) => {
  network.use(http.post(paths.readAccountChange, () => HttpResponse.json(answer)));
  await openApp(`/notMe#${token}`);
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(screen.queryByRole('button', { name: 'This was not me' })).toBeNull();
});

test('an unknown or incomplete link shows how to reach support', async () => {
  network.use(http.post(paths.readAccountChange, () => problem('notFound')));
  const { unmount } = await openApp(`/notMe#${token}`);
  await screen.findByRole('heading', { level: 1, name: "This link doesn't work" });
  unmount();
  await openApp('/notMe');
  await screen.findByRole('heading', { level: 1, name: "This link doesn't work" });
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
});

test('if the phone number could not be restored, the page leads the rider to support', async () => {
  const none = { ...undone, signInBy: { phone: null, identities: [] } };
  network.use(http.post(paths.undoAccountChange, () => HttpResponse.json(none)));
  const { user } = await openApp(`/notMe#${token}`);
  await user.click(await screen.findByRole('button', { name: 'This was not me' }));
  await screen.findByText(/Your old phone number belongs to another account now/);
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
});

test('after an error the button stays, and without a network the reason is shown', async () => {
  network.use(http.post(paths.undoAccountChange, () => problem('unavailable'), { once: true }));
  const { user } = await openApp(`/notMe#${token}`);
  const button = await screen.findByRole('button', { name: 'This was not me' });
  await user.click(button);
  await screen.findByText('The service is busy. Please try again in a moment.');
  act(() => reportLost());
  expect(button).toHaveProperty('disabled', true);
  screen.getByText(/Your link still works for 7 days/);
  act(() => reportReached());
  await user.click(button);
  await screen.findByRole('heading', { level: 1, name: 'Your account is yours again' });
});
