import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { reportReached } from '../../api/connection.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';
import type { LoginPage } from '../login/LoginPage.tsx';

/** Whether the chunk of the login page can be loaded. */
const here = vi.hoisted(() => ({ login: false }));

vi.mock('../login/LoginPage.tsx', async (load) => {
  const code = await load<{ LoginPage: typeof LoginPage }>();
  return {
    get LoginPage() {
      if (here.login) return code.LoginPage;
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  };
});
vi.mock('../payment/PaymentPage.tsx', () => ({
  get PaymentPage(): never {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));
vi.mock('../settings/SettingsPage.tsx', () => ({
  get SettingsPage(): never {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

test('a page whose code is not on the device shows that it needs the network, and opens when the network is back @slow', async () => {
  network.use(http.get(paths.health, () => HttpResponse.error()));
  const { user } = await openApp('/menu');
  await user.click(await screen.findByRole('link', { name: 'Log in' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('This page needs a connection.');
  const heading = screen.getByRole('heading', { level: 1, name: 'Log in' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  const home = screen.getByRole('link', { name: 'Back to home' });
  expect(home.getAttribute('href')).toBe('/home');

  here.login = true;
  reportReached();
  await screen.findByRole('button', { name: 'Continue with phone' });
  expect(screen.queryByText('This page needs a connection.')).toBeNull();
});

test('a payment page shows that it needs the network @slow', async () => {
  network.use(http.get(paths.health, () => HttpResponse.error()));
  const { user } = await openApp('/menu', 'rider');
  await user.click(await screen.findByRole('link', { name: /^Payment/ }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Payments and unlocking need a connection.');
  await user.click(screen.getByRole('link', { name: 'Back to home' }));
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  reportReached();
});

test('while the server answers, no page mentions the network @slow', async () => {
  let isAsked = false;
  network.use(
    http.get(paths.health, () => {
      isAsked = true;
      return HttpResponse.json({ status: 'ok' });
    }),
  );
  const { user } = await openApp('/menu');
  await user.click(await screen.findByRole('link', { name: /^Settings/ }));
  await waitFor(() => expect(isAsked).toBe(true));
  await screen.findByText('Still loading…');
  expect(screen.queryByText('This page needs a connection.')).toBeNull();
});
