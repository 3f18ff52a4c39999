import type { Geocoder } from '../geocoder.ts';
import type { Gazetteer } from './gazetteer.ts';

/**
 * A geocoder that uses a gazetteer in memory. The first query calls `make`; if `make` fails, the
 * next query calls it again.
 */
export function createGazetteer(options: {
  make: () => Promise<Gazetteer>;
  attribution: string;
}): Geocoder {
  let gazetteer: Promise<Gazetteer> | null = null;
  const ready = () =>
    (gazetteer ??= options.make().catch((error: unknown) => {
      gazetteer = null;
      throw error;
    }));
  return {
    attribution: options.attribution,
    placeAt: async (point) => (await ready()).placeAt(point),
    search: async (text, near) => (await ready()).search(text, near),
  };
}
