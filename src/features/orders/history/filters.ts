import type { OrderFilter } from '../ordersApi.ts';

/** The filters of the history (section 4 of the specification); `all` means no filter. */
export const filterNames = ['all', 'charging', 'complete', 'unpaid'] as const;
export type FilterName = (typeof filterNames)[number];

export function readFilter(text: string | null): FilterName {
  return filterNames.find((name) => name === text) ?? 'all';
}

export function orderFilter(name: FilterName): OrderFilter {
  return name === 'all' ? null : name;
}
