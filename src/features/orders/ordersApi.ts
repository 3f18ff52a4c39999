import type {
  CurrentOrder,
  OpenDispute,
  Order,
  OrderList,
  OrderStatus,
  PayOrder,
} from '../../../contract/orders.ts';
import type { Holds } from '../../../contract/payment.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';
import { noteServerTime } from '../../api/serverClock.ts';
import { isOvertaken } from './orderAge.ts';

const laterPageSize = 100;

/** The filter is a status; null means all statuses. */
export type OrderFilter = OrderStatus | null;

export interface OrderPaymentRequest extends PayOrder {
  orderId: string;
}

const payRequest = ({ orderId, ...body }: OrderPaymentRequest): ApiRequest => ({
  url: fillPath(paths.payOrder, { id: orderId }),
  method: 'POST',
  body,
});

export interface DisputeRequest extends OpenDispute {
  orderId: string;
}

const disputeRequest = ({ orderId, reason, note }: DisputeRequest): ApiRequest => ({
  url: fillPath(paths.dispute, { id: orderId }),
  method: 'POST',
  body: { reason, note },
});

const notEjectedRequest = (orderId: string): ApiRequest => ({
  url: fillPath(paths.notEjected, { id: orderId }),
  method: 'POST',
  body: {},
});

function timed(order: Order): Order {
  noteServerTime(order.now);
  return order;
}

function haveSame(one: OrderList, other: OrderList): boolean {
  const ids = ({ orders }: OrderList) => orders.map(({ id }) => id).join();
  return ids(one) === ids(other);
}

export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOrders: build.infiniteQuery<OrderList, OrderFilter, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor,
      },
      query: ({ queryArg, pageParam }) => ({
        url: paths.orders,
        params: {
          status: queryArg ?? undefined,
          cursor: pageParam ?? undefined,
          // A small first page loads fast. The later pages are larger, so that fewer requests are
          // needed.
          limit: pageParam === null ? undefined : laterPageSize,
        },
      }),
      providesTags: [{ type: 'Order', id: 'LIST' }],
      // Keep the list for a rider who returns from a receipt after some time.
      keepUnusedDataFor: 3600,
    }),

    /**
     * Fetches only the first page of a long list again. If this page contains the same orders as before, the other
     * pages stay. If not, the whole list is fetched again.
     */
    getNewestOrders: build.query<OrderList, OrderFilter>({
      query: (filter) => ({ url: paths.orders, params: { status: filter ?? undefined } }),
      keepUnusedDataFor: 0,
      async onQueryStarted(filter, { dispatch, queryFulfilled }) {
        let newest: OrderList;
        try {
          newest = (await queryFulfilled).data;
        } catch {
          // The list stays on the screen. When the rider returns to the page, or when the server can
          // be reached again, the first page is requested again.
          return;
        }
        let isOtherList = false;
        dispatch(
          ordersApi.util.updateQueryData('getOrders', filter, ({ pages: [first] }) => {
            if (first === undefined) return;
            isOtherList = first.nextCursor !== newest.nextCursor || !haveSame(first, newest);
            if (!isOtherList) first.orders = newest.orders;
          }),
        );
        if (isOtherList) {
          dispatch(ordersApi.util.invalidateTags([{ type: 'Order', id: 'LIST' }]));
        }
      },
    }),

    getOrder: build.query<Order, string>({
      query: (id) => fillPath(paths.order, { id }),
      transformResponse: timed,
      // An answer that is older than an event of the stream must not overwrite the data of the event.
      merge: (known, fresh) => (isOvertaken(known, fresh) ? undefined : fresh),
      providesTags: (_order, _error, id) => [{ type: 'Order', id }],
    }),

    /** Gets the order that home shows, or null. */
    getCurrentOrder: build.query<Order | null, void>({
      query: () => paths.currentOrder,
      transformResponse: ({ order }: CurrentOrder) => (order === null ? null : timed(order)),
      merge: (known, fresh) => (isOvertaken(known, fresh) ? undefined : fresh),
      providesTags: [{ type: 'Order', id: 'CURRENT' }],
    }),

    /** Gets the rider's active card holds, and the releases and refunds that banks may still process. */
    getHolds: build.query<Holds, void>({
      query: () => paths.holds,
      providesTags: [{ type: 'Order', id: 'HOLDS' }],
    }),

    /** Pays the amount owed. The order in the answer is `paying`, or already `complete`. */
    payOrder: build.mutation<Order, OrderPaymentRequest>({
      query: (payment) => withAttemptKey(payRequest(payment)),
      onQueryStarted: (payment, { queryFulfilled }) =>
        settleAttempt(payRequest(payment), queryFulfilled),
      invalidatesTags: (_order, _error, { orderId }) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'CURRENT' },
        { type: 'Order', id: 'LIST' },
        'Wallet',
      ],
    }),

    /** Opens a dispute of the bill. */
    openDispute: build.mutation<Order, DisputeRequest>({
      query: (dispute) => withAttemptKey(disputeRequest(dispute)),
      onQueryStarted: (dispute, { queryFulfilled }) =>
        settleAttempt(disputeRequest(dispute), queryFulfilled),
      invalidatesTags: (_order, _error, { orderId }) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'LIST' },
      ],
    }),

    /** Reports that the rider has seen the return. Home then shows the map again. */
    orderSeen: build.mutation<null, string>({
      query: (id) => ({ url: fillPath(paths.orderSeen, { id }), method: 'POST', body: {} }),
      transformResponse: () => null,
      invalidatesTags: [{ type: 'Order', id: 'CURRENT' }],
    }),

    /**
     * Sends the report "It didn't come out". The server asks the cabinet which slots contain a
     * charger.
     */
    reportNotEjected: build.mutation<Order, string>({
      query: (orderId) => withAttemptKey(notEjectedRequest(orderId)),
      onQueryStarted: (orderId, { queryFulfilled }) =>
        settleAttempt(notEjectedRequest(orderId), queryFulfilled),
      invalidatesTags: (_order, _error, orderId) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'CURRENT' },
        { type: 'Order', id: 'LIST' },
      ],
    }),
  }),
});

export const {
  useGetNewestOrdersQuery,
  useGetOrdersInfiniteQuery,
  useGetOrderQuery,
  useLazyGetOrderQuery,
  useGetCurrentOrderQuery,
  useGetHoldsQuery,
  useOpenDisputeMutation,
  usePayOrderMutation,
  useOrderSeenMutation,
  useReportNotEjectedMutation,
} = ordersApi;
