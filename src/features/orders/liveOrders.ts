import { paths } from '../../../contract/paths.ts';
import { openEventStream } from '../../api/eventStream.ts';
import { keepOrder } from './orderCache.ts';
import type { OrdersDispatch } from './orderCache.ts';
import { ordersApi } from './ordersApi.ts';
import { isOrder } from './readOrder.ts';

const { getCurrentOrder } = ordersApi.endpoints;

/**
 * Follows the rider's orders while the app is looked at, until the answered function is called. The
 * queries poll besides, so that a broken stream costs seconds and not truth.
 */
export function followOrders(dispatch: OrdersDispatch): () => void {
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
      onRefused: () => {
        // The session ended, and its stream with it: whoever asks is told so.
        void dispatch(
          getCurrentOrder.initiate(undefined, { subscribe: false, forceRefetch: true }),
        );
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
}
