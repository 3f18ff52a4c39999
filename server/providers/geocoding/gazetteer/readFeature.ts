import { z } from 'zod';
import type { Point } from '../geocoder.ts';
import { centreOf } from './geometry.ts';
import { entryKinds, type EntryKind, type GazetteerItem, type Shape } from './items.ts';

const Position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number())
  .transform(([lng, lat]): Point => ({ lat, lng }));
const Line = z.array(Position).min(1);

const Geometry = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: Position }),
    z.object({ type: z.literal('LineString'), coordinates: Line }),
    z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line).min(1) }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(Line).min(1) }),
    z.object({
      type: z.literal('MultiPolygon'),
      coordinates: z.array(z.array(Line).min(1)).min(1),
    }),
  ])
  .transform((geometry): Shape => {
    if (geometry.type === 'Point') return [[geometry.coordinates]];
    if (geometry.type === 'LineString') return [geometry.coordinates];
    if (geometry.type === 'MultiLineString') return geometry.coordinates;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    return [[middleOf(rings)]];
  });

/**
 * A text. Numbers, null and "" are also accepted, because some sources use numbers for house
 * numbers, and null or "" for missing values.
 */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim() || undefined)
  .pipe(z.string().max(200).optional());

const Feature = z.object({
  type: z.literal('Feature'),
  geometry: Geometry,
  properties: z.looseObject({
    kind: z.enum(entryKinds).optional(),
    name: text,
    // Some parts of an address have several property names. The first of these names is from
    // OpenAddresses, and the others are from OpenStreetMap.
    number: text,
    'addr:housenumber': text,
    street: text,
    'addr:street': text,
    postcode: text,
    'addr:postcode': text,
    postal_code: text,
    city: text,
    'addr:city': text,
    district: text,
    region: text,
    alt_name: text,
    highway: text,
    place: text,
  }),
});
type Properties = z.infer<typeof Feature>['properties'];

/**
 * Reads the items of a line of GeoJSON, or describes the problem of an invalid line. A valid line has no items if it
 * has no name, no street with a house number, and is not only a postal code.
 */
export function readFeature(line: string): { items: GazetteerItem[] } | { problem: string } {
  const parsed = Feature.safeParse(readJson(line));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.') || 'the line';
    return { problem: `${at}: ${issue?.message ?? 'not understood'}` };
  }
  const { properties, geometry: shape } = parsed.data;
  const city = properties.city ?? properties['addr:city'];
  const region = [properties.district, properties.region].filter(Boolean).join(' ') || undefined;
  const street = properties.street ?? properties['addr:street'];
  const houseNumber = properties.number ?? properties['addr:housenumber'];
  const postalCode = properties.postcode ?? properties['addr:postcode'] ?? properties.postal_code;
  const kind = kindOf(properties);
  const name = kind === 'postalCode' ? (properties.name ?? postalCode) : properties.name;
  const items: GazetteerItem[] = [];
  if (street !== undefined && houseNumber !== undefined) {
    const point = centreOf(shape);
    items.push({ kind: 'address', street, houseNumber, postalCode, city, region, point });
  }
  if (name !== undefined) {
    items.push({ kind, name, otherNames: otherNames(properties), shape, city, region });
  }
  return { items };
}

function kindOf({
  kind,
  highway,
  place,
  name,
  postcode,
  postal_code,
  street,
}: Properties): EntryKind {
  if (kind) return kind;
  if (highway !== undefined) return 'street';
  if (place !== undefined) return 'area';
  const isCode = name === undefined && street === undefined;
  return isCode && (postcode ?? postal_code) !== undefined ? 'postalCode' : 'place';
}

/** Returns the other names of a place in OpenStreetMap: `alt_name`, and translations such as `name:es`. */
function otherNames({ alt_name = '', ...properties }: Properties): string[] {
  const translated = Object.entries(properties).flatMap(([key, value]) =>
    /^name:[\w-]+$/.test(key) && typeof value === 'string' ? [value] : [],
  );
  return [...alt_name.split(';'), ...translated].map((name) => name.trim()).filter(Boolean);
}

function middleOf(rings: Shape): Point {
  const points = rings.flat();
  const middle = (read: (point: Point) => number) => {
    const [least, most] = points.reduce(
      ([low, high], point) => [Math.min(low, read(point)), Math.max(high, read(point))],
      [Infinity, -Infinity],
    );
    return (least + most) / 2;
  };
  return { lat: middle(({ lat }) => lat), lng: middle(({ lng }) => lng) };
}

/** Parses a line; undefined if it is not JSON. No schema accepts undefined. */
function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
