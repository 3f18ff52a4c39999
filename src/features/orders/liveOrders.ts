import { useEffect } from 'react';
import { paths } from '../../../contract/paths.ts';
import { openEventStream } from '../../api/eventStream.ts';
import { keepOrder, useOrdersDispatch } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';
import { isOrder } from './readOrder.ts';
import { forgetRunningOrder } from './runningOrder.ts';

/**
 * Follows the rider's orders while they are signed in and look at the app. Mounted once, by the
 * shell. The queries poll besides, so that a broken stream costs seconds and not truth.
 */
export function useLiveOrders(signedIn: boolean): void {
  const dispatch = useOrdersDispatch();

  useEffect(() => {
    if (!signedIn) {
      forgetRunningOrder();
      return undefined;
    }
    let connection: AbortController | null = null;
    let opened = 0;

    const open = () => {
      connection = new AbortController();
      void openEventStream(paths.orderEvents, {
        signal: connection.signal,
        onOpen: () => {
          opened += 1;
          // The first stream stands while the first answers are fresh; later ones follow a gap.
          if (opened > 1) dispatch(ordersApi.util.invalidateTags(['Order']));
        },
        onEvent: (name, data) => {
          if (name === 'order' && isOrder(data)) dispatch(keepOrder(data));
        },
      });
    };
    const close = () => {
      connection?.abort();
      connection = null;
    };
    const follow = () => {
      if (document.visibilityState === 'hidden') close();
      else if (connection === null) open();
    };

    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [dispatch, signedIn]);
}
