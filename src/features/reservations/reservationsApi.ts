import type { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import type { NewReservation, Reservation, Reservations } from '../../../contract/reservations.ts';
import { isReservation, isReservations } from '../../../contract/rules/shapes/reservationShapes.ts';
import { api } from '../../api/api.ts';
import type { ApiRequest } from '../../api/baseQuery.ts';
import { settleAttempt, withAttemptKey } from '../../api/idempotencyKeys.ts';

const newRequest = (body: NewReservation): ApiRequest => ({
  url: paths.reservations,
  method: 'POST',
  body,
});

interface PauseRequest {
  orderId: string;
  /** The reservation of the slot. */
  slot: Reservation;
}

const pauseRequest = ({ orderId, slot }: PauseRequest): ApiRequest => ({
  url: fillPath(paths.pause, { id: orderId }),
  method: 'POST',
  body: { reservationId: slot.id },
});

const reservationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReservations: build.query<Reservations, void>({
      query: () => ({ url: paths.reservations, expects: isReservations }),
      providesTags: ['Reservation'],
    }),

    /** Reserves a charger or a free slot. A repeated request has the same idempotency key. */
    reserve: build.mutation<Reservation, NewReservation>({
      query: (wanted) => ({ ...withAttemptKey(newRequest(wanted)), expects: isReservation }),
      async onQueryStarted(wanted, { dispatch, queryFulfilled }) {
        await settleAttempt(newRequest(wanted), queryFulfilled);
        // The caller shows the error.
        const made = await queryFulfilled.catch(() => null);
        if (made === null) return;
        dispatch(
          reservationsApi.util.updateQueryData('getReservations', undefined, (draft) => {
            draft[wanted.kind] = made.data;
          }),
        );
      },
      // After an error, request the list again. A reservation may exist from this request, if its
      // answer was lost, or from another device.
      invalidatesTags: (_made, error, { stationId }) => [
        { type: 'Station', id: stationId },
        ...(error ? (['Reservation'] as const) : []),
      ],
    }),

    /** Reports that the station of the reserved slot is full. A repeated request has the same idempotency key. */
    pauseAtFullStation: build.mutation<Order, PauseRequest>({
      query: (request) => withAttemptKey(pauseRequest(request)),
      onQueryStarted: (request, { queryFulfilled }) =>
        settleAttempt(pauseRequest(request), queryFulfilled),
      invalidatesTags: (_order, _error, { orderId, slot }) => [
        { type: 'Order', id: orderId },
        { type: 'Order', id: 'CURRENT' },
        'Reservation',
        { type: 'Station', id: slot.stationId },
      ],
    }),

    cancelReservation: build.mutation<null, Reservation>({
      query: ({ id }) => ({ url: fillPath(paths.reservation, { id }), method: 'DELETE' }),
      invalidatesTags: (_done, _error, { stationId }) => [
        'Reservation',
        { type: 'Station', id: stationId },
      ],
    }),
  }),
});

export const {
  useGetReservationsQuery,
  useReserveMutation,
  usePauseAtFullStationMutation,
  useCancelReservationMutation,
} = reservationsApi;
