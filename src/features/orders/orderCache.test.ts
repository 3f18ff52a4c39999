// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { createStore } from '../../app/state/store.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { makeOrder, makeReturned, makeUnpaid } from '../../testing/orders.ts';
import { cacheOrder } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';

fakeNetwork();

const { getCurrentOrder, getOrder, getOrders } = ordersApi.endpoints;
const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();

/** Creates a store with the subscriptions of the screens home, receipt and history. */
async function openScreens(order: Order) {
  let listed = 0;
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order })),
    http.get(paths.order, () => HttpResponse.json(order)),
    http.get(paths.orders, () => {
      listed += 1;
      return HttpResponse.json({ orders: [order], nextCursor: null });
    }),
  );
  const store = createStore();
  const screens = [
    store.dispatch(getCurrentOrder.initiate()),
    store.dispatch(getOrder.initiate(order.id)),
    store.dispatch(getOrders.initiate(null)),
  ];
  await Promise.all(screens);
  const state = () => store.getState();
  return {
    store,
    current: () => getCurrentOrder.select()(state()).data,
    order: () => getOrder.select(order.id)(state()).data,
    first: () => getOrders.select(null)(state()).data?.pages[0]?.orders[0],
    timesListed: () => listed,
  };
}

test('all screens show an order from the event stream at once', async () => {
  const before = makeOrder({ state: 'charging', now: at(0) });
  const screens = await openScreens(before);
  const overdue = { ...before, state: 'overdue' as const, now: at(1) };
  screens.store.dispatch(cacheOrder(overdue));
  expect(screens.current()).toEqual(overdue);
  expect(screens.order()).toEqual(overdue);
  expect(screens.first()).toEqual(overdue);
  expect(screens.timesListed()).toBe(1);
});

test('an outdated order from the stream changes nothing', async () => {
  const known = makeUnpaid({ now: at(5) });
  const screens = await openScreens(known);
  screens.store.dispatch(cacheOrder({ ...makeOrder(), id: known.id, now: at(3) }));
  expect(screens.current()?.state).toBe('unpaid');
  expect(screens.order()?.state).toBe('unpaid');
});

test('an order with an older time is accepted if the server’s clock was set back', async () => {
  const known = makeOrder({ now: at(0) });
  const screens = await openScreens(known);
  const back = {
    ...known,
    state: 'overdue' as const,
    now: new Date(Date.parse(at(0)) - 3600_000).toISOString(),
  };
  screens.store.dispatch(cacheOrder(back));
  expect(screens.order()?.state).toBe('overdue');
});

test('a list is fetched again when the status of its order changes', async () => {
  const before = makeOrder({ now: at(0) });
  const screens = await openScreens(before);
  screens.store.dispatch(cacheOrder(makeReturned({ id: before.id, now: at(1) })));
  await vi.waitFor(() => expect(screens.timesListed()).toBe(2));
});

test('home asks the server again when its order has failed', async () => {
  const before = makeOrder({ state: 'ejecting', status: null, now: at(0) });
  const screens = await openScreens(before);
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
  screens.store.dispatch(
    cacheOrder({ ...before, state: 'failed', failure: 'ejectFailed', now: at(1) }),
  );
  await vi.waitFor(() => expect(screens.current()).toBeNull());
  expect(screens.order()?.failure).toBe('ejectFailed');
});
