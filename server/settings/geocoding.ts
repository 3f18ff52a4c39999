import { z } from 'zod';
import { SettingsError } from './settingsError.ts';

/** The geocoder: it finds the names of positions, and searches for places. */
export type GeocodingSettings =
  /** No geocoder: riders can search only for stations. */
  | { readonly kind: 'stations' }
  /** The demo city of the sandbox. */
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'gazetteer'; readonly file: string; readonly attribution: string }
  | { readonly kind: 'nominatim' | 'photon'; readonly url: string };

export const geocodingVariables = {
  GEOCODER: z.enum(['stations', 'gazetteer', 'nominatim', 'photon']).optional(),
  GEOCODER_URL: z
    .url({ protocol: /^https?$/ })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  GAZETTEER_FILE: z.string().optional(),
  GAZETTEER_ATTRIBUTION: z.string().max(200).default('© OpenStreetMap contributors'),
};

type Values = z.infer<z.ZodObject<typeof geocodingVariables>>;

/**
 * Returns the geocoder that `GEOCODER` names. If that variable is absent, returns the gazetteer if
 * `GAZETTEER_FILE` is set. If neither is set, returns the geocoder of the sandbox; without the
 * sandbox, there is no geocoder.
 */
export function geocodingSettings(values: Values, sandbox: boolean): GeocodingSettings {
  const { GEOCODER_URL: url, GAZETTEER_FILE: file, GAZETTEER_ATTRIBUTION: attribution } = values;
  const kind = values.GEOCODER ?? (file ? 'gazetteer' : sandbox ? 'sandbox' : 'stations');
  if (kind === 'stations' || kind === 'sandbox') return { kind };
  if (kind === 'gazetteer') {
    if (file) return { kind, file, attribution };
    throw new SettingsError('GEOCODER=gazetteer needs GAZETTEER_FILE.');
  }
  if (!url) throw new SettingsError('GEOCODER needs GEOCODER_URL.');
  return { kind, url };
}
