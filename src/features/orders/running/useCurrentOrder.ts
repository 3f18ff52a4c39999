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
  /** Guests, and riders with nothing out and nothing owed. */
  | { status: 'none' }
  | {
      status: 'order';
      order: Order;
      /** When the server last said so, in milliseconds since the epoch. */
      updatedAt: number;
      /** Whether the last attempt to ask again failed. */
      stale: boolean;
    }
  | { status: 'error'; code: ReturnType<typeof apiErrorCode>; retry: () => void };

const unknownPollMs = 20_000;

const isOrderOrNone = orNull(isWholeOrder);
/** What came back and is not paid. */
const owed = new Set(['billing', 'unpaid', 'paying']);

/**
 * The order that home is about, followed as closely as its state asks. A charger that is out is also
 * remembered on the device: its clock runs at once after a reload, and without a network. What is owed
 * is shown from there only where the server cannot be asked: it may be paid meanwhile.
 */
export function useCurrentOrder(signedIn: boolean): CurrentOrderView {
  const [remembered] = useState(() => (signedIn ? readRunningOrder() : null));
  const known = ordersApi.endpoints.getCurrentOrder.useQueryState(signedIn ? undefined : skipToken);
  const query = useGetCurrentOrderQuery(signedIn ? undefined : skipToken, {
    // Not knowing is asked again, too: an order may be out.
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
