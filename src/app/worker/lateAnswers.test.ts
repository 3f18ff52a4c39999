// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { StationTile } from '../../../contract/stations.ts';
import { currentConnection, reportReached, reportUnreached } from '../../api/connection.ts';
import { stationsApi } from '../../features/stations/stationsApi.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';
import { applyMessage } from './lateAnswers.ts';
import { createStore } from '../state/store.ts';

fakeNetwork();

const { tariff: _tariff, photo: _photo, at, ...summary } = station;
const arg = { z: 12, x: 1050, y: 1522 };
const url = 'http://localhost/api/stations/tiles/12/1050/1522';
const tile = (chargers: number, time = at): StationTile => ({
  ...arg,
  at: time,
  stations: [{ ...summary, chargers }],
  clusters: [],
});

/** Creates a page that shows a tile from the service worker. */
async function showing(answer: StationTile, reason: string | null) {
  const store = createStore();
  const headers = reason === null ? {} : { 'x-kept': reason };
  network.use(http.get(paths.stationTile, () => HttpResponse.json(answer, { headers })));
  const ask = () =>
    store.dispatch(stationsApi.endpoints.getTile.initiate(arg, { forceRefetch: true }));
  await ask();
  const shown = () => stationsApi.endpoints.getTile.select(arg)(store.getState()).data;
  return { store, ask, shown };
}

describe('a late answer from the service worker', () => {
  it('a late answer updates the visible data without a request', async () => {
    const { store, shown } = await showing(tile(1), 'slow');
    const asked = vi.fn<() => undefined>();
    network.use(http.get(paths.stationTile, asked));
    reportUnreached();
    applyMessage(store, { type: 'ANSWERED', url, body: JSON.stringify(tile(7)) });
    expect(shown()?.stations[0]?.chargers).toBe(7);
    expect(asked).not.toHaveBeenCalled();
    expect(currentConnection()).toBe('online');
  });

  it('a late answer is ignored if its text or its address cannot be read', async () => {
    const { store, shown } = await showing(tile(1), 'slow');
    applyMessage(store, { type: 'ANSWERED', url, body: '<html>' });
    applyMessage(store, { type: 'ANSWERED', url: 'no address', body: JSON.stringify(tile(7)) });
    expect(shown()?.stations[0]?.chargers).toBe(1);
  });

  it('a late answer does not overwrite counts from newer live events', async () => {
    const { store, shown } = await showing(tile(1), 'slow');
    const later = new Date(Date.parse(at) + 30_000).toISOString();
    store.dispatch(
      stationsApi.util.updateQueryData('getTile', arg, (draft) => {
        Object.assign(draft, tile(4, later));
      }),
    );
    applyMessage(store, { type: 'ANSWERED', url, body: JSON.stringify(tile(7)) });
    expect(shown()?.stations[0]?.chargers).toBe(4);
  });

  it('a late answer with the same data keeps the same object in the store', async () => {
    const { store, shown } = await showing(tile(1), 'slow');
    const before = shown();
    applyMessage(store, { type: 'ANSWERED', url, body: JSON.stringify(tile(1)) });
    expect(shown()).toBe(before);
  });

  it('a late answer is ignored if no page shows the data', async () => {
    const { store } = await showing(tile(1), null);
    const other = { ...tile(1), x: 1051 };
    applyMessage(store, { type: 'ANSWERED', url, body: JSON.stringify(other) });
    const { z, x, y } = other;
    const select = stationsApi.endpoints.getTile.select({ z, x, y });
    expect(select(store.getState()).data).toBeUndefined();
  });

  it('a late answer makes the app offline if it reports that the server did not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = createStore();
    applyMessage(store, { type: 'UNANSWERED', url });
    vi.advanceTimersByTime(5000);
    expect(currentConnection()).toBe('offline');
    reportReached();
    vi.useRealTimers();
  });

  it.each([null, 'text', {}, { type: 'ANSWERED' }, { type: 'OTHER', url, body: '{}' }])(
    'the message %j is ignored',
    async (data) => {
      const { store, shown } = await showing(tile(1), null);
      applyMessage(store, data);
      expect(shown()).toEqual(tile(1));
    },
  );
});

describe('a cached tile', () => {
  it('a cached tile does not overwrite counts from newer live events', async () => {
    const { store, ask, shown } = await showing(tile(1), null);
    const later = new Date(Date.parse(at) + 30_000).toISOString();
    store.dispatch(
      stationsApi.util.updateQueryData('getTile', arg, (draft) => {
        Object.assign(draft, tile(4, later));
      }),
    );
    network.use(
      http.get(paths.stationTile, () =>
        HttpResponse.json(tile(1), { headers: { 'x-kept': 'slow' } }),
      ),
    );
    await ask();
    expect(shown()?.stations[0]?.chargers).toBe(4);
    network.use(http.get(paths.stationTile, () => HttpResponse.json(tile(2))));
    await ask();
    expect(shown()?.stations[0]?.chargers).toBe(2);
  });
});
