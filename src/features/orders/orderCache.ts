import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Order } from '../../../contract/orders.ts';
import type { api } from '../../api/api.ts';
import { noteServerTime } from '../../api/serverClock.ts';
import { isOvertaken } from './orderAge.ts';
import { orderPhase } from './orderPhase.ts';
import { ordersApi } from './ordersApi.ts';

type StateWithApi = { api: ReturnType<typeof api.reducer> };
export type OrdersDispatch = ThunkDispatch<StateWithApi, unknown, UnknownAction>;

/**
 * Writes an order that no query has fetched, such as one from the event stream, into the cached queries that show the
 * order. If a query may now show other orders, requests it again.
 */
export function cacheOrder(order: Order): ThunkAction<void, StateWithApi, unknown, UnknownAction> {
  return (dispatch, getState) => {
    noteServerTime(order.now);
    const known = ordersApi.endpoints.getOrder.select(order.id)(getState()).data;
    if (isOvertaken(known, order)) return;
    dispatch(
      ordersApi.util.upsertQueryEntries([
        { endpointName: 'getOrder', arg: order.id, value: order },
      ]),
    );
    keepInHome(order, dispatch, getState());
    keepInLists(order, dispatch, getState());
  };
}

function keepInHome(order: Order, dispatch: OrdersDispatch, state: StateWithApi): void {
  const { data: current, isUninitialized } = ordersApi.endpoints.getCurrentOrder.select()(state);
  if (isUninitialized) return;
  const isAboutIt = current?.id === order.id;
  if (isAboutIt && orderPhase(order) !== 'failed') {
    dispatch(ordersApi.util.updateQueryData('getCurrentOrder', undefined, () => order));
    return;
  }
  // The server decides which of several orders home shows.
  dispatch(ordersApi.util.invalidateTags([{ type: 'Order', id: 'CURRENT' }]));
}

function keepInLists(order: Order, dispatch: OrdersDispatch, state: StateWithApi): void {
  for (const filter of ordersApi.util.selectCachedArgsForQuery(state, 'getOrders')) {
    const pages = ordersApi.endpoints.getOrders.select(filter)(state).data?.pages ?? [];
    const listed = pages.flatMap((page) => page.orders).find(({ id }) => id === order.id);
    if (listed && listed.status === order.status) {
      dispatch(
        ordersApi.util.updateQueryData('getOrders', filter, (draft) => {
          for (const page of draft.pages) {
            page.orders = page.orders.map((each) => (each.id === order.id ? order : each));
          }
        }),
      );
    } else if (listed || filter === null || filter === order.status) {
      dispatch(ordersApi.util.invalidateTags([{ type: 'Order', id: 'LIST' }]));
      return;
    }
  }
}
