import type { Settings } from '../../settings/settings.ts';
import { cachedGeocoder } from './cachedGeocoder.ts';
import { createGazetteer } from './gazetteer/createGazetteer.ts';
import { Gazetteer } from './gazetteer/gazetteer.ts';
import { readGazetteerFile } from './gazetteer/readFile.ts';
import type { Geocoder } from './geocoder.ts';
import { createNominatim } from './nominatim.ts';
import { createPhoton } from './photon.ts';

/**
 * Creates the configured geocoder. The result is null if no geocoder is configured.
 *
 * @throws {SettingsError} if the gazetteer cannot be used.
 * @throws {Error} if the settings name the geocoder of the sandbox, which only the sandbox can create.
 */
export async function createGeocoder({
  geocoder,
  version,
  publicUrl,
}: Pick<Settings, 'geocoder' | 'version' | 'publicUrl'>): Promise<Geocoder | null> {
  if (geocoder.kind === 'stations') return null;
  if (geocoder.kind === 'sandbox') throw new Error('the sandbox did not create its geocoder');
  if (geocoder.kind === 'gazetteer') {
    const gazetteer = new Gazetteer(await readGazetteerFile(geocoder.file));
    return createGazetteer({ make: async () => gazetteer, attribution: geocoder.attribution });
  }
  const options = { url: geocoder.url, userAgent: `charger-rental/${version} (+${publicUrl})` };
  return cachedGeocoder(
    geocoder.kind === 'nominatim' ? createNominatim(options) : createPhoton(options),
  );
}
