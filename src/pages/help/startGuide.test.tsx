import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { configOfTests, fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const open = () => openApp('/startGuide');
const next = () => screen.findByRole('button', { name: 'Next' });
const expectSaid = (text: string) => screen.findByText(text);

test('buttons turn four panels, each panel is announced, and the last panel leads to the camera', async () => {
  const { user } = await open();
  expect(document.title).toBe('Start Guide');
  await user.click(await next());
  await expectSaid('Step 2 of 4: See the price, then pay');
  await user.click(await next());
  await expectSaid('Step 3 of 4: Take the charger');
  await user.click(await next());
  await expectSaid('Step 4 of 4: Return it anywhere');
  // The pressed button no longer exists, but another element has the focus.
  expect(document.activeElement?.textContent).toBe('Return it anywhere');
  expect(screen.getByRole('link', { name: 'Scan to rent' }).getAttribute('href')).toBe(
    '/home/scan',
  );
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(screen.queryByRole('link', { name: 'Scan to rent' })).toBeNull();
});

test('arrow keys stop at the first and the last panel', async () => {
  const { user } = await open();
  await next();
  screen.getByRole('region', { name: 'How renting works' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDefined();
  await user.keyboard('{End}{ArrowRight}');
  expect(screen.getByRole('link', { name: 'Scan to rent' })).toBeDefined();
  await user.keyboard('{Home}');
  expect(await next()).toBeDefined();
});

test('a swipe changes the panel', async () => {
  await open();
  await next();
  const region = screen.getByRole('region', { name: 'How renting works' });
  vi.spyOn(region, 'clientWidth', 'get').mockReturnValue(328);
  region.scrollLeft = 2 * 328 - 20;
  fireEvent.scroll(region);
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDefined();
  region.scrollLeft = 3 * 328;
  fireEvent.scroll(region);
  expect(screen.getByRole('link', { name: 'Scan to rent' })).toBeDefined();
});

test('the guide can be skipped', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('link', { name: 'Skip' }));
  expect(window.location.pathname).toBe('/home');
});

test('the guide shows the price if it is the same at all stations', async () => {
  await open();
  expect(await screen.findByText('$1.00 to unlock, then $1.00 per started hour.')).toBeDefined();
});

test('the guide shows no price if stations differ, or if an older server does not send the price', async () => {
  const { terms, ...older } = configOfTests;
  for (const config of [{ ...older, terms: terms && { ...terms, rate: null } }, older]) {
    network.use(http.get(paths.config, () => HttpResponse.json(config)));
    const { unmount } = await open();
    await next();
    expect(screen.queryByText(/\$/)).toBeNull();
    unmount();
  }
});

test.each(['/help', '/setting'])('%s leads to the guide', async (page) => {
  const { user } = await openApp(page);
  await user.click(await screen.findByRole('link', { name: /^Start Guide/ }));
  expect(await next()).toBeDefined();
});
