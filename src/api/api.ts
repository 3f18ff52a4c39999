import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/** The one API root. Each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // Whatever stands on the screen: what could not be loaded comes with the network.
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
  ],
  endpoints: () => ({}),
});
