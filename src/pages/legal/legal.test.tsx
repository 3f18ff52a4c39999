import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { configOfTests, fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

test('the settings lead to the terms, which contain the operator’s name and phone number', async () => {
  const { user } = await openApp('/setting');
  await user.click(screen.getByRole('link', { name: /^Legal/ }));
  await user.click(await screen.findByRole('link', { name: /^Terms/ }));
  await screen.findByRole('heading', { level: 1, name: 'Terms' });
  expect(document.title).toBe('Terms');
  await screen.findByText(/an agreement between you and Slot \(“we”\)/);
  expect(screen.getByText(/^Support: \+1 312 555 0100\./)).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toMatch(/\{\{|template/i);
});

test('the table of contents leads to the sections without adding steps to the history', async () => {
  const { user } = await openApp('/setting/legal/privacy');
  const contents = within(await screen.findByRole('navigation', { name: 'Contents' }));
  const steps = window.history.length;
  await user.click(contents.getByRole('link', { name: 'Your location' }));
  const heading = screen.getByRole('heading', { level: 2, name: 'Your location' });
  expect(document.activeElement).toBe(heading);
  expect(window.history.length).toBe(steps);
  expect(window.location.hash).toBe('');
});

test('an operator without a name is called "the operator"', async () => {
  network.use(
    http.get(paths.config, () =>
      HttpResponse.json({ ...configOfTests, brand: { name: '', supportPhone: '' } }),
    ),
  );
  await openApp('/setting/legal/terms');
  await screen.findByText(/an agreement between you and the operator \(“we”\)/);
  expect(screen.getByText(/^Support: the operator\./)).toBeDefined();
});

test('the login links to the terms, and the typed number is still there after the rider has read them', async () => {
  const { user } = await openApp('/login/loginWithPhone?next=/menu');
  await user.type(await screen.findByLabelText('Phone number'), '212555');
  const line = screen.getByText(/^By continuing you agree to the/);
  expect(line.textContent).toBe('By continuing you agree to the Terms and the Privacy Policy.');
  await user.click(within(line).getByRole('link', { name: 'Privacy Policy' }));
  await screen.findByRole('heading', { level: 1, name: 'Privacy' });
  expect(window.location.pathname).toBe('/login/loginWithPhone/privacy');
  window.history.back();
  expect(await screen.findByLabelText('Phone number')).toHaveProperty('value', '212555');
  expect(window.location.search).toBe('?next=/menu');
});
