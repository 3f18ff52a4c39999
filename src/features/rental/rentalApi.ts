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

/**
 * With these codes, the server refuses a rental, because the rider has another order. The app may
 * not have loaded that order yet.
 */
const standingOrder: ReadonlySet<string> = new Set<ErrorCode>([
  'ongoingOrder',
  'ejectUnclear',
  'unpaidOrder',
]);

const rentalApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Starts a rental: the server holds the amount on the card, and the cabinet ejects a charger. All repetitions of
     * one attempt have the same idempotency key, so they start one rental.
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
