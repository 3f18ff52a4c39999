import { act, renderHook } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { api } from '../../../api/api.ts';
import { createStore } from '../../../app/state/store.ts';
import { fakeNetwork, network } from '../../../testing/fakeNetwork.ts';
import { useTiles } from './useTiles.ts';

fakeNetwork();

test('visible stations are fetched again before their counts are 30 seconds old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const tile = { z: 12, x: 1050, y: 1522 };
  const asked: number[] = [];
  network.use(
    http.get(paths.stationTile, () => {
      asked.push(performance.now());
      const at = new Date().toISOString();
      return HttpResponse.json({ ...tile, at, stations: [], clusters: [] });
    }),
  );
  const store = createStore();
  const choose = () => [tile];
  const { result, unmount } = renderHook(() => useTiles(choose), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <Provider store={store}>{children}</Provider>
    ),
  });
  onTestFinished(unmount);
  const answers = () => Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  await act(answers);
  // The store tells its components a moment later.
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(result.current.status).toBe('ready');

  // The age of the counts in milliseconds, every five seconds for two minutes.
  const ages: number[] = [];
  for (let step = 0; step < 24; step += 1) {
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await act(answers);
    ages.push(performance.now() - (asked.at(-1) ?? 0));
  }
  expect(Math.max(...ages)).toBeLessThan(30_000);
  // The app does not ask more often than it must.
  expect(asked.length).toBeLessThanOrEqual(7);
});
