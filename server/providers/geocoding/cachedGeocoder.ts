import type { Geocoder, Point } from './geocoder.ts';

const maxEntries = 2_000;
const lifetimeMs = 24 * 3600_000;
/**
 * Rounds to a thousandth of a degree, about a hundred metres. Positions within this distance usually have the same
 * name.
 */
const rounded = (degrees: number) => Math.round(degrees * 1_000) / 1_000;
const roundedPoint = ({ lat, lng }: Point) => ({ lat: rounded(lat), lng: rounded(lng) });

/**
 * Caches each answer in memory for a day, and at most the two thousand answers that were used last. Equal calls at the
 * same time share one request. The geocoder gets only positions that are rounded to about a hundred metres.
 */
export function cachedGeocoder(geocoder: Geocoder): Geocoder {
  const cache = new Map<string, { until: number; answer: Promise<unknown> }>();

  function remember<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const known = cache.get(key);
    cache.delete(key);
    const now = performance.now();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key names the kind of answer
    const answer = known && known.until > now ? (known.answer as Promise<T>) : ask();
    // A use moves the entry to the end of the map, because the first entry of a full map is deleted.
    cache.set(key, { until: known && known.until > now ? known.until : now + lifetimeMs, answer });
    const [oldest] = cache.keys();
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
    answer.catch(() => {
      // A failure must not stay in the cache. The caller gets the error from the returned promise.
      if (cache.get(key)?.answer === answer) cache.delete(key);
    });
    return answer;
  }

  return {
    attribution: geocoder.attribution,
    placeAt(point, language) {
      const at = roundedPoint(point);
      return remember(`at ${language} ${at.lat},${at.lng}`, () => geocoder.placeAt(at, language));
    },
    search(text, near, language) {
      const about = near && roundedPoint(near);
      const plain = text.toLowerCase().replace(/\s+/g, ' ');
      const where = about ? `${about.lat},${about.lng}` : '';
      return remember(`named ${language} ${where} ${plain}`, () =>
        geocoder.search(plain, about, language),
      );
    },
  };
}
