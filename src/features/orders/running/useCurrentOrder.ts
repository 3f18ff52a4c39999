import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { orNull } from '../../../../contract/rules/shapes/shapes.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { usePersonalAnswer } from '../../../api/usePersonalAnswer.ts';
import { orderPhase, orderPollMs } from '../orderPhase.ts';
import { ordersApi, useGetCurrentOrderQuery } from '../ordersApi.ts';
import { readRunningOrder, rememberRunningOrder } from './runningOrder.ts';

export type CurrentOrderView =
  | { status: 'loading' }
  /** For guests, and for riders with no charger out and nothing owed. */
  | { status: 'none' }
  | {
      status: 'order';
      order: Order;
      /** When the server last confirmed it, in milliseconds since the epoch. */
      updatedAt: number;
      /** Whether the last request failed. */
      stale: boolean;
    }
  | { status: 'error'; code: ReturnType<typeof apiErrorCode>; retry: () => void };

const unknownPollMs = 20_000;

const isOrderOrNone = orNull(isWholeOrder);
/** The charger is back and the order is not paid. */
const owed = new Set(['billing', 'unpaid', 'paying']);

/**
 * The order that home shows, polled as often as its state requires. A running rental is also stored
 * on the device: its clock starts at once after a reload, and without a network. A stored unpaid
 * order is only shown when the server does not answer, because it may be paid by now.
 */
export function useCurrentOrder(signedIn: boolean): CurrentOrderView {
  const [remembered] = useState(() => (signedIn ? readRunningOrder() : null));
  const known = ordersApi.endpoints.getCurrentOrder.useQueryState(signedIn ? undefined : skipToken);
  const query = useGetCurrentOrderQuery(signedIn ? undefined : skipToken, {
    // Also retry when the state is unknown: there may be a running order.
    pollingInterval: known.isError ? unknownPollMs : orderPollMs(known.data ?? remembered?.order),
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });

  const { data, error, fulfilledTimeStamp, refetch } = query;
  const last = usePersonalAnswer('order', isOrderOrNone, query);

  useEffect(() => {
    if (data !== undefined) rememberRunningOrder(data, Date.now());
  }, [data]);

  if (!signedIn) return { status: 'none' };
  if (data === null) return { status: 'none' };
  if (data !== undefined) {
    return {
      status: 'order',
      order: data,
      updatedAt: fulfilledTimeStamp ?? 0,
      stale: error !== undefined,
    };
  }
  if (remembered !== null) {
    const { order, updatedAt } = remembered;
    return { status: 'order', order, updatedAt, stale: error !== undefined };
  }
  if (error === undefined) return { status: 'loading' };
  if (last.oldFrom !== null && last.data && owed.has(orderPhase(last.data))) {
    return { status: 'order', order: last.data, updatedAt: last.oldFrom, stale: true };
  }
  return { status: 'error', code: apiErrorCode(error), retry: () => void refetch() };
}
