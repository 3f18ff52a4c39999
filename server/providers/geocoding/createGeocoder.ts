import type { Settings } from '../../settings.ts';
import { cachedGeocoder } from './cachedGeocoder.ts';
import type { Geocoder } from './geocoder.ts';
import { createNominatim } from './nominatim.ts';
import { createPhoton } from './photon.ts';

/** The configured geocoder; null where only our own stations name places. */
export function createGeocoder({
  geocoder,
  version,
  publicUrl,
}: Pick<Settings, 'geocoder' | 'version' | 'publicUrl'>): Geocoder | null {
  if (geocoder.kind === 'stations') return null;
  const options = { url: geocoder.url, userAgent: `charger-rental/${version} (+${publicUrl})` };
  return cachedGeocoder(
    geocoder.kind === 'nominatim' ? createNominatim(options) : createPhoton(options),
  );
}
