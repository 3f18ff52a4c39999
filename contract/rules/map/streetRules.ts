import type { BaseColours } from './baseColours.ts';

// The rules of the street map. This file imports no package: the app paints the streets with
// protomaps-leaflet, but the server draws the streets of the first frame without this package.

/** The properties of a feature of a vector tile that the rules read. */
interface StreetFeature {
  readonly geomType: number;
  readonly props: Readonly<Record<string, unknown>>;
}

/** Numbers for some zoom levels. Between two of these levels, the number grows exponentially. */
type Stops = readonly (readonly [zoom: number, value: number])[];

/** The parts of the map, from the most to the least important. */
export const streetParts = [
  'land',
  'water',
  'main roads',
  'middle roads',
  'parks',
  'rails',
  'buildings',
  'small roads',
] as const;

/** What a rule draws: a line if `width` is set, otherwise an area. */
export interface StreetPaint {
  part: (typeof streetParts)[number];
  colour: string;
  /** The width in pixels. */
  width?: (zoom: number) => number;
  /** Whether the line has round ends and corners. */
  isRound?: boolean;
}

export interface StreetText {
  colour: string;
  halo: string;
  haloWidth: number;
  font: (zoom: number) => string;
  /** The properties that may contain the text. The first that exists is used. */
  labelProps: string[];
  /** If null, the text is centred on a point. Otherwise it is along a line, and repeated after this distance. */
  repeatDistance: number | null;
}

export interface StreetRule<Symbol> {
  dataLayer: string;
  minzoom?: number;
  filter?: (zoom: number, feature?: StreetFeature) => boolean;
  symbolizer: Symbol;
}

export interface StreetLabelRule<Symbol> extends StreetRule<Symbol> {
  sort?: (a: StreetFeature['props'], b: StreetFeature['props']) => number;
}

/** The types of geometry in vector tiles. */
const lineType = 2;
const polygonType = 3;

function exponential(base: number, stops: Stops): (zoom: number) => number {
  return (zoom) => {
    const next = stops.findIndex(([at]) => at > zoom);
    const [from, to] = [stops.at(next - 1), stops.at(next)];
    if (!from || !to) return 0;
    if (next <= 0) return to[1];
    const share = (base ** (zoom - from[0]) - 1) / (base ** (to[0] - from[0]) - 1);
    return from[1] + share * (to[1] - from[1]);
  };
}

// The names of layers and classes come from Mapbox Streets 7. If OpenMapTiles or Protomaps use different names, the
// lists also contain their names.
const greens = new Set([
  'park',
  'grass',
  'wood',
  'scrub',
  'pitch',
  'cemetery',
  'golf_course',
  'forest',
  'grassland',
  'nature_reserve',
  'national_park',
  'village_green',
  'allotments',
  'playground',
  'garden',
]);
const mainRoads = new Set([
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'motorway_link',
  'highway',
  'major_road',
]);
const middleRoads = new Set([
  'tertiary',
  'street',
  'street_limited',
  'link',
  'minor',
  'medium_road',
  'minor_road',
]);
const smallRoads = new Set(['service', 'track', 'pedestrian', 'path', 'other']);
const rails = new Set(['major_rail', 'minor_rail', 'rail']);
const railStations = new Set(['station', 'railway', 'train_station', 'subway']);

const quarters = new Set(['neighbourhood', 'suburb', 'quarter', 'macrohood']);

/** The property with the class of a feature. Its name differs between sources. */
const classNames = ['class', 'kind', 'pmap:kind'];

const classOf = (feature: StreetFeature | undefined): string => {
  for (const name of classNames) {
    const value = feature?.props[name];
    if (typeof value === 'string') return value;
  }
  return '';
};
const isOneOf = (classes: ReadonlySet<string>) => (_zoom: number, feature?: StreetFeature) =>
  classes.has(classOf(feature));

const isPolygon = (_zoom: number, feature?: StreetFeature) => feature?.geomType === polygonType;
const isLine = (_zoom: number, feature?: StreetFeature) => feature?.geomType === lineType;

const roadLayers = ['road', 'transportation', 'roads'];

/**
 * Returns the rules that paint the street map, from the lowest layer to the highest.
 *
 * @param symbol creates what the painter needs to draw a feature.
 */
export function paintRules<Symbol>(
  colours: BaseColours,
  symbol: (paint: StreetPaint) => Symbol,
): StreetRule<Symbol>[] {
  type Rule = StreetRule<Symbol>;
  const fill = (
    part: StreetPaint['part'],
    dataLayer: string,
    colour: string,
    filter: NonNullable<Rule['filter']>,
  ): Rule => ({ dataLayer, filter, symbolizer: symbol({ part, colour }) });
  const roads = (
    part: StreetPaint['part'],
    classes: ReadonlySet<string>,
    width: (zoom: number) => number,
    colour: string,
    minzoom: number,
  ): Rule[] =>
    roadLayers.map((dataLayer) => ({
      dataLayer,
      minzoom,
      filter: isOneOf(classes),
      symbolizer: symbol({ part, colour, width, isRound: true }),
    }));
  const small = exponential(1.6, [
    [14, 1],
    [16, 3],
    [20, 14],
  ]);
  const middle = exponential(1.6, [
    [12, 1],
    [14, 3],
    [16, 8],
    [20, 44],
  ]);
  const main = exponential(1.6, [
    [6, 0.6],
    [12, 2.5],
    [14, 5],
    [16, 12],
    [20, 60],
  ]);
  return [
    fill('land', 'earth', colours.land, isPolygon),
    fill('parks', 'landuse', colours.park, isOneOf(greens)),
    fill('parks', 'landcover', colours.park, isOneOf(greens)),
    fill('parks', 'park', colours.park, isPolygon),
    fill('water', 'water', colours.water, isPolygon),
    ...['waterway', 'water'].map((dataLayer): Rule => ({
      dataLayer,
      filter: isLine,
      symbolizer: symbol({
        part: 'water',
        colour: colours.water,
        width: exponential(1.4, [
          [10, 1],
          [16, 6],
        ]),
      }),
    })),
    ...['building', 'buildings'].map((dataLayer): Rule => ({
      ...fill('buildings', dataLayer, colours.building, isPolygon),
      minzoom: 15,
    })),
    ...roads(
      'rails',
      rails,
      exponential(1.4, [
        [12, 0.6],
        [16, 1.6],
        [20, 4],
      ]),
      colours.rail,
      12,
    ),
    ...roads('small roads', smallRoads, small, colours.road, 15),
    ...roads('middle roads', middleRoads, (zoom) => middle(zoom) + 1.4, colours.roadEdge, 14),
    ...roads('main roads', mainRoads, (zoom) => main(zoom) + 1.6, colours.roadEdge, 13),
    ...roads('middle roads', middleRoads, middle, colours.road, 12),
    ...roads('main roads', mainRoads, main, colours.road, 6),
  ];
}

const font = (weight: number, size: number) => `${weight} ${size}px Figtree, system-ui, sans-serif`;

/** The rules for the names of streets, from larger to smaller streets. */
const streetNames = [
  { minzoom: 14, isOne: (kind: string) => mainRoads.has(kind) },
  { minzoom: 15, isOne: (kind: string) => middleRoads.has(kind) },
  {
    minzoom: 16,
    isOne: (kind: string) => !mainRoads.has(kind) && !middleRoads.has(kind),
  },
];

/**
 * Returns the rules for the labels of the map. A label is in the language of the app, if the data contains this
 * language.
 *
 * @param symbol creates what the painter needs to draw a label.
 */
export function labelRules<Symbol>(
  colours: BaseColours,
  language: string,
  symbol: (text: StreetText) => Symbol,
): StreetLabelRule<Symbol>[] {
  type Rule = StreetLabelRule<Symbol>;
  const codes = language.startsWith('zh') ? ['zh-Hans', 'zh'] : [language];
  const labelProps = [...codes.flatMap((code) => [`name_${code}`, `name:${code}`]), 'name'];
  const label = (
    colour: string,
    fontAt: StreetText['font'],
    repeatDistance: StreetText['repeatDistance'],
  ) =>
    symbol({
      halo: colours.labelHalo,
      haloWidth: 2.5,
      labelProps,
      colour,
      font: fontAt,
      repeatDistance,
    });
  const places = ['place_label', 'place', 'places'].map((dataLayer): Rule => ({
    dataLayer,
    symbolizer: label(colours.label, (zoom) => font(700, zoom < 14 ? 14 : 15), null),
    filter: (zoom, feature) =>
      zoom < 13 ||
      ['type', ...classNames].some((name) => {
        const value = feature?.props[name];
        return typeof value === 'string' && quarters.has(value);
      }),
    sort: (a, b) => Number(b['population_rank'] ?? 0) - Number(a['population_rank'] ?? 0),
  }));
  const stations = ['rail_station_label', 'poi', 'pois', 'transit'].map((dataLayer): Rule => ({
    dataLayer,
    minzoom: 15,
    // `rail_station_label` contains only labels of railway stations. The other layers also contain other labels, so
    // they need a filter.
    filter: (_zoom, feature) =>
      dataLayer === 'rail_station_label' || railStations.has(classOf(feature)),
    symbolizer: label(colours.label, () => font(600, 11), null),
  }));
  const water = ['waterway_label', 'water_label', 'water_name', 'water'].map((dataLayer): Rule => ({
    dataLayer,
    filter: isLine,
    symbolizer: label(colours.waterLabel, () => font(500, 12), 250),
  }));
  const streets = streetNames.flatMap(({ minzoom, isOne }) =>
    ['road_label', 'transportation_name', 'roads'].map((dataLayer): Rule => ({
      dataLayer,
      minzoom,
      symbolizer: label(colours.label, (zoom) => font(500, zoom < 16 ? 11 : 12.5), 600),
      sort: (a, b) => Number(a['localrank'] ?? 9) - Number(b['localrank'] ?? 9),
      filter: (_zoom, feature) => {
        const kind = classOf(feature);
        return kind !== 'motorway' && kind !== 'ferry' && isOne(kind);
      },
    })),
  );
  return [...places, ...streets, ...stations, ...water];
}
