import type { ErrorCode } from '../../../contract/errors.ts';
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

/** The refusals because of an order that this app may not know yet. */
const standingOrder: ReadonlySet<string> = new Set<ErrorCode>([
  'ongoingOrder',
  'ejectUnclear',
  'unpaidOrder',
]);

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
        error && !standingOrder.has(error.code)
          ? []
          : [
              { type: 'Order', id: 'CURRENT' },
              { type: 'Order', id: 'LIST' },
            ],
    }),
  }),
});

export const { useStartRentalMutation } = rentalApi;
