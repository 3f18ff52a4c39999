import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeNetwork } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

test('the page for an unknown address explains the error, and leads to home, the search and the help', async () => {
  const { user } = await openApp('/no-such-page?from=link');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
  expect(
    screen.getByText('There is no page at this address. The link may be wrong or too old.'),
  ).toBeDefined();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Back to home', '/home'],
    ['Search nearby stations', '/search'],
    ['Help center', '/help'],
  ]);

  await user.click(screen.getByRole('link', { name: 'Help center' }));
  await screen.findByRole('heading', { level: 1, name: 'Help center' });
  expect(window.location.pathname).toBe('/help');
});
