import { z } from 'zod';
import type { Place } from '../../../contract/geo.ts';
import { askJson, callOf } from './askJson.ts';
import { openStreetMap, type Geocoder } from './geocoder.ts';
import { Pace } from './pace.ts';

const degrees = (most: number) => z.coerce.number().min(-most).max(most);

const Found = z.object({
  lat: degrees(90),
  lon: degrees(180),
  name: z.string().nullish(),
  display_name: z.string(),
  address: z.record(z.string(), z.string()).optional(),
});
/**
 * If there is no place at the position, such as in the sea, `reverse` returns `{error}` with status
 * 200.
 */
const Reverse = z.union([Found, z.object({ error: z.unknown() })]);

/**
 * The parts of an address that can name a place. A place without its own name gets the first `fine` part of its
 * address. The first `coarse` part follows the name.
 */
const fine = ['neighbourhood', 'quarter', 'suburb', 'city_district', 'road'] as const;
const coarse = ['city', 'town', 'village', 'municipality', 'county'] as const;

/**
 * Nominatim (nominatim.org/release-docs/latest/api). Its usage policy requires at most one request
 * per second, and a user agent with a contact.
 */
export function createNominatim(options: {
  url: string;
  /** The name of the app, with its address. */
  userAgent: string;
  pace?: Pace;
}): Geocoder {
  const pace = options.pace ?? new Pace({ everyMs: 1_000, mostWaiting: 3 });
  const ask = <T>(
    path: string,
    query: Record<string, string>,
    language: string,
    schema: z.ZodType<T>,
  ) => {
    const url = callOf(options.url, path, { format: 'jsonv2', ...query });
    const headers = { 'user-agent': options.userAgent, 'accept-language': language };
    return pace.run(() => askJson(url, headers, schema));
  };

  return {
    attribution: openStreetMap,
    async placeAt({ lat, lng }, language) {
      // Zoom 16 includes only major streets and larger places. Zoom 18 would name a building.
      const query = { lat: String(lat), lon: String(lng), zoom: '16' };
      const found = await ask('reverse', query, language, Reverse);
      return 'error' in found ? null : present(found);
    },

    async search(text, near, language) {
      const query: Record<string, string> = { q: text, limit: '5' };
      if (near) {
        const { lat, lng } = near;
        // Nominatim prefers places in this box, but also returns other places.
        query['viewbox'] = [lng - 0.5, lat + 0.5, lng + 0.5, lat - 0.5].join(',');
      }
      const found = await ask('search', query, language, z.array(z.unknown()));
      // Invalid results are skipped, and the other results are used.
      return found
        .flatMap((one) => Found.safeParse(one).data ?? [])
        .slice(0, 5)
        .map(present);
    },
  };
}

function present({ lat, lon, name, display_name, address = {} }: z.infer<typeof Found>): Place {
  const first = name || fine.map((part) => address[part]).find(Boolean);
  const second = coarse.map((part) => address[part]).find(Boolean);
  const parts = [first, second === first ? undefined : second].filter(Boolean);
  return { name: parts.length > 0 ? parts.join(', ') : display_name, lat, lng: lon };
}
