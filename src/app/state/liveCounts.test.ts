// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { noteServerTime } from '../../api/serverClock.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';
import { createStore } from './store.ts';

fakeNetwork();

it('the age of live counts follows the server clock, even if the device clock is wrong', async () => {
  const hour = 3600_000;
  const serverNow = Date.now() - hour;
  noteServerTime(new Date(serverNow).toISOString());
  const { id, slots, online } = station;
  const event = JSON.stringify({ id, chargers: 1, freeSlots: 7, slots, online });
  network.use(
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.stationTileEvents, () => {
      const headers = { 'content-type': 'text/event-stream' };
      return new HttpResponse(`event: station\ndata: ${event}\n\n`, { headers });
    }),
  );
  const store = createStore();
  const { getStation, followTile } = stationsApi.endpoints;
  await store.dispatch(getStation.initiate(id));
  const following = store.dispatch(followTile.initiate({ z: 12, x: 1050, y: 1522 }));
  const shown = () => getStation.select(id)(store.getState()).data;
  await vi.waitFor(() => expect(shown()?.chargers).toBe(1));
  expect(Math.abs(Date.parse(shown()?.at ?? '') - serverNow)).toBeLessThan(hour / 2);
  following.unsubscribe();
});
