import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import type { StartRental } from '../../../contract/rental.ts';
import { api } from '../../api/api.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';

const startRequest = (body: StartRental): ApiRequest => ({
  url: paths.rentals,
  method: 'POST',
  body,
});

const rentalApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Holds the deposit and opens a slot. A second press, or a retry after a missing answer, does
     * not start a second rental.
     */
    startRental: build.mutation<Order, StartRental>({
      query: (rental) => withAttemptKey(startRequest(rental)),
      onQueryStarted: (rental, { queryFulfilled }) =>
        settleAttempt(startRequest(rental), queryFulfilled),
      invalidatesTags: (_order, error) =>
        error && error.code !== 'ongoingOrder' && error.code !== 'unpaidOrder'
          ? []
          : [
              { type: 'Order', id: 'CURRENT' },
              { type: 'Order', id: 'LIST' },
            ],
    }),
  }),
});

export const { useStartRentalMutation } = rentalApi;
