import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import type { OrdersDispatch } from '../features/orders/orderCache.ts';
import { forgetRunningOrder } from '../features/orders/runningOrder.ts';

/** Follows the orders of whoever is signed in; a guest has none, and leaves none on the device. */
export function useLiveOrders(sessionId: string | null): void {
  const dispatch = useDispatch<OrdersDispatch>();

  useEffect(() => {
    if (sessionId === null) {
      forgetRunningOrder();
      return undefined;
    }
    let stop: (() => void) | null = null;
    let ended = false;
    // A chunk of its own: guests, and the first paint, do without it.
    import('../features/orders/liveOrders.ts').then(
      ({ followOrders }) => {
        if (!ended) stop = followOrders(dispatch);
      },
      () => {
        // The code did not load. Each screen asks for itself meanwhile.
      },
    );
    return () => {
      ended = true;
      stop?.();
    };
  }, [dispatch, sessionId]);
}
