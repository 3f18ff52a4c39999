import { z } from 'zod';
import { SettingsError } from './settingsError.ts';

/** Who names places, and finds them by what riders type. */
export type GeocodingSettings =
  /** Nobody: the nearest station of our own. */
  | { readonly kind: 'stations' }
  /** The demo city, from the sandbox. */
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

/** What `GEOCODER` names; without it the gazetteer where there is one. */
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
