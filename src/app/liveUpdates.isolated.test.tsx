import { act, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { reportLost, reportReached } from '../api/connection.ts';
import { fakeNetwork, network } from '../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../testing/openApp.tsx';
import { startTexts } from '../testing/texts.ts';
import type { LiveUpdates } from './LiveUpdates.tsx';

/** Whether the code of live updates can be loaded, and how often the app has tried. */
const code = vi.hoisted(() => ({ isHere: false, attempts: 0 }));

vi.mock('./LiveUpdates.tsx', async (load) => {
  const loaded = await load<{ LiveUpdates: typeof LiveUpdates }>();
  return {
    get LiveUpdates() {
      code.attempts += 1;
      if (code.isHere) return loaded.LiveUpdates;
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  };
});
// Try only once, so that the test need not wait half a minute until the last attempt has failed.
vi.mock('../lib/loading/retry.ts', () => ({ retry: (load: () => unknown) => load() }));

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

test('live updates whose code failed to load start when the network is back', async () => {
  let streams = 0;
  network.use(
    http.get(paths.health, () => HttpResponse.json({ status: 'ok' })),
    http.get(paths.orderEvents, () => {
      streams += 1;
      return new HttpResponse(null, { status: 503 });
    }),
  );
  await openApp('/menu', 'rider');
  await waitFor(() => expect(code.attempts).toBe(1));
  expect(streams).toBe(0);

  code.isHere = true;
  act(() => reportLost());
  act(() => reportReached());
  await waitFor(() => expect(streams).toBeGreaterThan(0));
});
