import { z } from 'zod';
import type { Place } from '../../../contract/geo.ts';
import { askJson, callOf } from './askJson.ts';
import { openStreetMap, type Geocoder } from './geocoder.ts';

const Feature = z.object({
  geometry: z.object({
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.object({
    name: z.string().optional(),
    street: z.string().optional(),
    housenumber: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    county: z.string().optional(),
    state: z.string().optional(),
  }),
});
const Answer = z.object({ features: z.array(Feature) });

/** The languages of the app that Photon supports. `default` is the local language of the place. */
const supportedLanguages: Record<string, string> = { en: 'en' };

/** Creates a geocoder for Photon (github.com/komoot/photon), on the operator's own server or on a public server. */
export function createPhoton(options: { url: string; userAgent: string }): Geocoder {
  const ask = async (path: string, query: Record<string, string>, language: string) => {
    const url = callOf(options.url, path, {
      ...query,
      lang: supportedLanguages[language] ?? 'default',
    });
    const { features } = await askJson(url, { 'user-agent': options.userAgent }, Answer);
    return features.flatMap((feature) => present(feature) ?? []);
  };

  return {
    attribution: openStreetMap,
    async placeAt({ lat, lng }, language) {
      const [nearest] = await ask('reverse', { lat: String(lat), lon: String(lng) }, language);
      return nearest ?? null;
    },

    async search(text, near, language) {
      const query: Record<string, string> = { q: text, limit: '5' };
      if (near) Object.assign(query, { lat: String(near.lat), lon: String(near.lng) });
      return (await ask('api', query, language)).slice(0, 5);
    },
  };
}

/** The place of a feature; null if the feature has neither a name nor any part of an address. */
function present({ geometry, properties }: z.infer<typeof Feature>): Place | null {
  const { name, street, housenumber, district, city, county, state } = properties;
  const address = street && housenumber ? `${street} ${housenumber}` : street;
  const first = name ?? address ?? district;
  const second = [city, county, state].find((part) => part && part !== first);
  const parts = [first, second].filter(Boolean);
  const [lng, lat] = geometry.coordinates;
  return parts.length === 0 ? null : { name: parts.join(', '), lat, lng };
}
