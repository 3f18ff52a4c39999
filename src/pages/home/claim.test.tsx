import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { local } from '../../lib/storage/storage.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { ago, makeOrder, makeReturned, usd } from '../../testing/orders.ts';
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

/** Stores a claim, as the app does without a network. */
function storeOfflineClaim({ id }: Order): void {
  local.set('claim', JSON.stringify({ orderId: id, body: { kind: 'returned', at: ago(30) } }));
}

/** Refuses all claims and counts them. */
function countClaims(): { sent: number } {
  const calls = { sent: 0 };
  network.use(
    http.post(paths.claim, () => {
      calls.sent += 1;
      return problem('notClaimable');
    }),
  );
  return calls;
}

const lost = () =>
  makeOrder({ state: 'lost', status: 'complete', total: usd(6000), paid: usd(6000) });

test('a notice explains that an unsent claim was not needed, until the rider dismisses the notice', async () => {
  const order = makeReturned();
  serve(order);
  const calls = countClaims();
  storeOfflineClaim(order);
  const { user } = await openApp('/home', 'rider');
  await screen.findByRole('heading', { name: 'Your report was not needed' });
  expect(screen.getByText(/^The station registered your charger on /)).toBeDefined();
  const report = screen.getByRole('link', { name: 'Report a problem with this charge' });
  expect(report.getAttribute('href')).toBe(`/history/detail/problem?orderId=${order.id}`);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('heading', { name: 'Your report was not needed' })).toBeNull();
  expect(local.get('claim')).toBeNull();
  expect(calls.sent).toBe(0);
});

test('if home no longer shows the order of an unsent claim, a notice explains that the claim came too late', async () => {
  const order = lost();
  serve(order);
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  const calls = countClaims();
  storeOfflineClaim(order);
  const { user } = await openApp('/home', 'rider');
  await screen.findByRole('heading', { name: 'Your report came too late' });
  expect(screen.getByText(/^If you returned the charger, report it below/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Report a problem with this charge' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(local.get('claim')).toBeNull();
  expect(calls.sent).toBe(0);
});

/** Ends the rental after the server got the stored claim. The app did not get the answer. */
function endWithClaim(at: string, endedAt: string): Order {
  return {
    ...lost(),
    claim: {
      id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
      kind: 'returned',
      state: 'refused',
      number: 'C-7K3M-29QX',
      at,
      checkedUntil: endedAt,
      endedAt,
    },
  };
}

test.each([
  ['has the time of the tap', ago(30)],
  ['has the earlier time of the server, because the clock of the phone was ahead', ago(31)],
])('a claim that the server already has is removed without a notice: it %s', async (_, at) => {
  const order = endWithClaim(at, ago(5));
  serve(order);
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  const calls = countClaims();
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await waitFor(() => expect(local.get('claim')).toBeNull());
  expect(screen.queryByText(/Your report (came too late|was not needed)/)).toBeNull();
  expect(calls.sent).toBe(0);
});

test('if the server has only an earlier refused claim, a notice still explains that the new claim came too late', async () => {
  const order = endWithClaim(ago(60), ago(50));
  serve(order);
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await screen.findByRole('heading', { name: 'Your report came too late' });
  expect(local.get('claim')).not.toBeNull();
});

test('a claim about an order that costs nothing was not needed', async () => {
  const order = makeOrder({ state: 'failed', status: 'complete', startedAt: null });
  serve(order);
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await screen.findByText(/^The rental has ended and costs nothing\./);
  expect(screen.queryByRole('link', { name: /^Report a problem/ })).toBeNull();
});

test('if a claim reaches the server just after the loss, a notice explains that the claim came too late', async () => {
  let order = makeOrder();
  serve(order);
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order })),
    http.get(paths.order, () => HttpResponse.json(order)),
    http.post(paths.claim, () => {
      order = lost();
      return problem('notClaimable');
    }),
  );
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await screen.findByRole('heading', { name: 'Your report came too late' });
  expect(local.get('claim')).not.toBeNull();
});

test('a claim that the server refuses during the rental is removed, and the rider reads the reason', async () => {
  const order = makeOrder();
  serve(order);
  const calls = countClaims();
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await screen.findByText(/We can't accept this report for this rental/);
  await screen.findByRole('button', { name: 'I returned it' });
  expect(local.get('claim')).toBeNull();
  expect(calls.sent).toBe(1);
});

test('a claim about a rental that still runs is sent, although home shows no rental', async () => {
  const order = makeOrder();
  serve(order);
  const calls = countClaims();
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await waitFor(() => expect(local.get('claim')).toBeNull());
  expect(calls.sent).toBe(1);
});

test('a claim about an unknown order is removed', async () => {
  const order = makeOrder();
  serve(order);
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.order, () => problem('orderNotFound')),
  );
  storeOfflineClaim(order);
  await openApp('/home', 'rider');
  await waitFor(() => expect(local.get('claim')).toBeNull());
});

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
  // Only the loaded code of the panel shows this button, so wait for the button.
  await screen.findByRole('button', { name: "I can't return the charger" });
  await user.click(screen.getByRole('button', { name: 'I returned it' }));
  await screen.findByText(/^We could not send your report yet\./);
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByRole('button', { name: 'I returned it' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('a refused claim is not sent again if only the order could not be loaded', async () => {
  const order = makeOrder();
  const calls = countClaims();
  serve(order);
  let loads = 0;
  network.use(
    http.get(fillPath(paths.order, { id: order.id }), () => {
      loads += 1;
      return loads === 1 ? problem('serverError') : HttpResponse.json(order);
    }),
  );
  storeOfflineClaim(order);
  const { user } = await openApp('/home', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(local.get('claim')).toBeNull());
  expect(calls.sent).toBe(1);
});

test.each([
  ['returned', 'The station does not have your charger', /^Push the charger into a free slot/],
  ['cannotReturn', 'The clock is running again', /^Return the charger to any station/],
] as const)('a refused claim of kind %s explains the next step', async (kind, heading, next) => {
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
  expect(screen.queryByText(/One tap stops the clock/)).toBeNull();
});
