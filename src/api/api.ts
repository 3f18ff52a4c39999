import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** The only API root. Each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // A failed read is sent again as soon as the server can be reached.
  refetchOnReconnect: true,
  tagTypes: [
    'Me',
    'Station',
    'Tile',
    'Order',
    'PaymentMethod',
    'Wallet',
    'Coupon',
    'Referral',
    'Config',
    'Notification',
    'Campaign',
    'Report',
    'Reservation',
    'Favourite',
  ],
  endpoints: () => ({}),
});
