import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery.ts';

/**
 * The cache tags of data that differ between riders. After a login, the app requests these data again. The tag
 * `Session` is not in the list, because only signed-in riders can open the list of devices.
 */
export const ownTags = [
  'Me',
  'Order',
  'PaymentMethod',
  'Wallet',
  'Coupon',
  'Referral',
  'Notification',
  'Campaign',
  'Report',
  'Reservation',
  'Favourite',
] as const;

/** The only API root. Each feature injects its endpoints. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  // The default for all queries: when the server can be reached again, the app requests the data on
  // the screen again.
  refetchOnReconnect: true,
  tagTypes: [...ownTags, 'Station', 'Tile', 'Config'],
  endpoints: () => ({}),
});
