import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { OrderPlace } from '../../../../contract/orders.ts';
import { paths } from '../../../../contract/paths.ts';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { fakeNetwork, network, problem } from '../../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../../testing/openApp.tsx';
import { startTexts } from '../../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const mill: OrderPlace = {
  id: 'BCDEFGX',
  name: 'Old Mill',
  address: '1 Mill Rd',
  lat: 41.88,
  lng: -87.63,
  pickUps: 2,
  returns: 0,
  lastAt: '2026-11-03T18:00:00Z',
};
const cafe = { ...mill, id: 'ABCDEFV', name: 'Cafe Lumen', lat: 41.89, pickUps: 1, returns: 3 };
const answer = (places: OrderPlace[]) =>
  network.use(http.get(paths.orderPlaces, () => HttpResponse.json({ places })));

test('each station has its numbers of pick-ups and returns, and a pin selects its row', async () => {
  answer([mill, cafe]);
  const { user } = await openApp('/history/map', 'rider');
  const row = await screen.findByRole('link', { name: /Old Mill/ });
  expect(row.textContent).toContain('2 pick-ups');
  expect(row.textContent).not.toContain('return');
  expect(row.getAttribute('href')).toBe('/home?equip_id=BCDEFGX');
  await user.click(
    await screen.findByRole('button', { name: 'Cafe Lumen: 1 pick-up · 3 returns' }),
  );
  const chosen = screen.getByRole('link', { name: /Cafe Lumen/ });
  expect(document.activeElement).toBe(chosen);
  expect(chosen.closest('li')?.dataset['selected']).toBe('true');
});

test('a rider without orders is asked to scan', async () => {
  answer([]);
  await openApp('/history/map', 'rider');
  await screen.findByText('No pick-ups or returns yet');
  const scan = screen.getByRole('link', { name: 'Scan to rent' });
  expect(scan.getAttribute('href')).toBe('/home/scan');
});

test('after an error the rider can try again', async () => {
  network.use(http.get(paths.orderPlaces, () => problem('serverError')));
  const { user } = await openApp('/history/map', 'rider');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer([mill]);
  await user.click(again);
  const row = await screen.findByRole('link', { name: /Old Mill/ });
  expect(row.textContent).toContain('1 Mill Rd');
});

test('the buttons of the map cover no pin of a station at the edge', async () => {
  const size = { width: 328, height: 352 };
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(size.width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(size.height);
  // At zoom 14, one place is 210 pixels north of the other. At zoom 15, the map could not show both.
  answer([mill, { ...cafe, lat: mill.lat + 0.0134, lng: mill.lng + 0.01 }]);
  await openApp('/history/map', 'rider');
  const pin = await screen.findByRole('button', { name: /^Cafe Lumen: / });
  const { style } = pin.parentElement ?? document.body;
  const right = Number.parseFloat(style.left) + pinSize.width / 2;
  const top = Number.parseFloat(style.top) - pinSize.height / 2;
  // The two buttons are in the upper right corner. Each is 48 pixels wide and high, with 8 pixels between them.
  expect(right).toBeLessThanOrEqual(size.width);
  expect(right > size.width - 116 && top < 60).toBe(false);
});
