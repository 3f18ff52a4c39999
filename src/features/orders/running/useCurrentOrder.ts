import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import type { Order } from '../../../../contract/orders.ts';
import { isWholeOrder } from '../../../../contract/rules/shapes/orderShape.ts';
import { orNull } from '../../../../contract/rules/shapes/shapes.ts';
import { apiErrorCode } from '../../../api/apiError.ts';
import { usePersonalAnswer } from '../../../api/usePersonalAnswer.ts';
import { usePolling } from '../../../lib/device/heartbeat.ts';
import { orderPhase, orderPollMs } from '../orderPhase.ts';
import { useGetCurrentOrderQuery } from '../ordersApi.ts';
import { readRunningOrder, rememberRunningOrder } from './runningOrder.ts';

export type CurrentOrderView =
  | { status: 'loading' }
  /** The rider has no current order, or `signedIn` is false. */
  | { status: 'none' }
  | {
      status: 'order';
      order: Order;
      /** When the server last sent the order, in milliseconds since the epoch. */
      updatedAt: number;
      /** Whether the last request failed. */
      stale: boolean;
    }
  | { status: 'error'; code: ReturnType<typeof apiErrorCode>; retry: () => void };

const unknownPollMs = 20_000;

const isOrderOrNone = orNull(isWholeOrder);
/** The phases in which the charger is back or lost, and the order is not paid. */
const owed = new Set(['billing', 'unpaid', 'paying']);

/**
 * The order that home shows. The app polls it as often as the state of the order requires. The
 * device also stores a running rental, so that its clock starts at once after a reload, even
 * without a network. A stored unpaid order is shown only if the request fails, because the rider
 * may have paid it in the meantime.
 */
export function useCurrentOrder(signedIn: boolean): CurrentOrderView {
  const [remembered] = useState(() => (signedIn ? readRunningOrder() : null));
  const query = useGetCurrentOrderQuery(signedIn ? undefined : skipToken, {
    refetchOnFocus: true,
  });

  const { data, error, isError, fulfilledTimeStamp, refetch } = query;
  // Poll after an error, too, because there may be a running rental that the app does not know.
  const pollMs = isError ? unknownPollMs : orderPollMs(data ?? remembered?.order);
  usePolling(signedIn ? pollMs : 0, refetch);
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
