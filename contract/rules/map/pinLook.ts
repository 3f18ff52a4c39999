import type { StationSummary } from '../../stations.ts';

export interface PinLook {
  /** The visible text. */
  label: string;
  stock: 'some' | 'none' | 'offline';
}

/** Returns the label and the look of a pin with this count. */
export function pinLook(count: number, station?: Pick<StationSummary, 'online'>): PinLook {
  if (station?.online === false) return { label: '–', stock: 'offline' };
  return { label: short(count), stock: count > 0 ? 'some' : 'none' };
}

/** Shortens a count so that it fits on a pin. The accessible name contains the exact number. */
function short(count: number): string {
  return count < 10_000 ? String(count) : `${Math.round(count / 1000)}k`;
}

/** The size of the button of a pin in pixels. The centre of the button is at the station. */
export const pinSize = { width: 44, height: 52 };
