import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder } from '../../testing/orders.ts';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

function serve(order: Order): void {
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order })),
    http.get(paths.order, () => HttpResponse.json(order)),
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
}

test('a claim that the server refused for now can be sent again, with the same key and time', async () => {
  const order = makeOrder();
  const sent: { key: string | null; body: unknown }[] = [];
  serve(order);
  network.use(
    http.post(paths.claim, async ({ request }) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.json() });
      return sent.length === 1 ? problem('unavailable') : HttpResponse.json(order);
    }),
  );
  const { user } = await openApp('/home', 'rider');
  // This button appears with the code of the panel.
  await screen.findByRole('button', { name: "I can't return it" });
  await user.click(screen.getByRole('button', { name: 'I returned it' }));
  await screen.findByText(/^We could not send your report yet\./);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByRole('button', { name: 'I returned it' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test.each([
  ['returned', 'The station does not have your charger', /^Push the charger into a free slot/],
  ['cannotReturn', 'Your time counts again', /^Return the charger to any station/],
] as const)('a refused claim of the kind %s tells what to do next', async (kind, heading, next) => {
  const id = 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10';
  const at = '2026-11-20T12:00:00Z';
  serve(
    makeOrder({
      claim: { id, kind, state: 'refused', number: 'C-1', at, checkedUntil: at, endedAt: at },
    }),
  );
  await openApp('/home', 'rider');
  await screen.findByRole('heading', { name: heading });
  expect(screen.getByText(next).textContent).not.toBe('');
});
