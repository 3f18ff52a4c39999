import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** The only API root. Each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // When the server can be reached again, all data on the screen is requested again.
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
