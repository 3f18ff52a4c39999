import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { fakeNetwork, network } from '../../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../../testing/openApp.tsx';
import { station } from '../../../testing/rider.ts';
import { startTexts } from '../../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

test('a removed favourite stays removed if the answer to an earlier request arrives later', async () => {
  let favourites = [station];
  let asked = 0;
  let answer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
    http.get(paths.myStations, async () => {
      asked += 1;
      const found = { favourites, usual: null };
      if (asked === 2) await late;
      return HttpResponse.json(found);
    }),
    http.delete(paths.favourite, () => {
      favourites = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = await openApp(`/home?equip_id=${station.id}`, 'rider');
  await screen.findByRole('button', { name: 'Remove from favorites' });
  await user.click(screen.getByRole('link', { name: 'Close station' }));
  // When the list appears again, it requests the rider's own stations again.
  await waitFor(() => expect(asked).toBe(2));
  await user.click(await screen.findByRole('link', { name: /^Corner Bakery/ }));
  await user.click(await screen.findByRole('button', { name: 'Remove from favorites' }));
  await screen.findByRole('button', { name: 'Undo' });
  answer();
  await waitFor(() => expect(asked).toBe(3));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove from favorites' })).toBeNull(),
  );
});

test('home lists the usual station first, then the favorites, each station once', async () => {
  const library = { ...station, id: 'BCDEFGX', name: 'Central Library' };
  const gym = { ...station, id: 'CDEFGH2', name: 'Lake Gym' };
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
    http.get(paths.myStations, () =>
      HttpResponse.json({ favourites: [library, station, gym], usual: station }),
    ),
  );
  await openApp('/home', 'rider');
  const mine = within(await screen.findByRole('region', { name: 'My stations' }));
  expect(mine.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Corner Bakery.*Your usual station/),
    expect.stringMatching(/^Central Library.*Favorite/),
    expect.stringMatching(/^Lake Gym.*Favorite/),
  ]);
});
