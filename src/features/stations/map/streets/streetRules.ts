import {
  CenteredTextSymbolizer,
  exp,
  GeomType,
  LineLabelSymbolizer,
  LineSymbolizer,
  PolygonSymbolizer,
} from 'protomaps-leaflet';
import type { Feature, LabelRule, PaintRule } from 'protomaps-leaflet';
import type { BaseColours } from './baseColours.ts';

// The names of layers and classes come from Mapbox Streets 7. Where OpenMapTiles or Protomaps use other
// names, the lists contain those names, too.
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

const classOf = (feature: Feature | undefined): string => {
  for (const name of classNames) {
    const value = feature?.props[name];
    if (typeof value === 'string') return value;
  }
  return '';
};
const isOneOf = (classes: ReadonlySet<string>) => (_zoom: number, feature?: Feature) =>
  classes.has(classOf(feature));

const isPolygon = (_zoom: number, feature?: Feature) => feature?.geomType === GeomType.Polygon;
const isLine = (_zoom: number, feature?: Feature) => feature?.geomType === GeomType.Line;

const roadLayers = ['road', 'transportation', 'roads'];

function roads(
  classes: ReadonlySet<string>,
  width: (zoom: number) => number,
  colour: string,
  minzoom: number,
): PaintRule[] {
  return roadLayers.map((dataLayer) => ({
    dataLayer,
    minzoom,
    filter: isOneOf(classes),
    symbolizer: new LineSymbolizer({ color: colour, width, lineCap: 'round', lineJoin: 'round' }),
  }));
}

/** The paint rules of the street map, from the bottom up. */
export function paintRules(colours: BaseColours): PaintRule[] {
  const fill = (dataLayer: string, colour: string, filter?: PaintRule['filter']): PaintRule => ({
    dataLayer,
    symbolizer: new PolygonSymbolizer({ fill: colour }),
    ...(filter && { filter }),
  });
  const small = exp(1.6, [
    [14, 1],
    [16, 3],
    [20, 14],
  ]);
  const middle = exp(1.6, [
    [12, 1],
    [14, 3],
    [16, 8],
    [20, 44],
  ]);
  const main = exp(1.6, [
    [6, 0.6],
    [12, 2.5],
    [14, 5],
    [16, 12],
    [20, 60],
  ]);
  return [
    fill('earth', colours.land, isPolygon),
    fill('landuse', colours.park, isOneOf(greens)),
    fill('landcover', colours.park, isOneOf(greens)),
    fill('park', colours.park, isPolygon),
    fill('water', colours.water, isPolygon),
    ...['waterway', 'water'].map((dataLayer): PaintRule => ({
      dataLayer,
      filter: isLine,
      symbolizer: new LineSymbolizer({
        color: colours.water,
        width: exp(1.4, [
          [10, 1],
          [16, 6],
        ]),
      }),
    })),
    ...['building', 'buildings'].map((dataLayer): PaintRule => ({
      ...fill(dataLayer, colours.building, isPolygon),
      minzoom: 15,
    })),
    ...roads(
      rails,
      exp(1.4, [
        [12, 0.6],
        [16, 1.6],
        [20, 4],
      ]),
      colours.rail,
      12,
    ),
    ...roads(smallRoads, small, colours.road, 15),
    ...roads(middleRoads, (zoom) => middle(zoom) + 1.4, colours.roadEdge, 14),
    ...roads(mainRoads, (zoom) => main(zoom) + 1.6, colours.roadEdge, 13),
    ...roads(middleRoads, middle, colours.road, 12),
    ...roads(mainRoads, main, colours.road, 6),
  ];
}

const font = (weight: number, size: number) => `${weight} ${size}px Figtree, system-ui, sans-serif`;

/** Names of streets, larger streets first. */
const streetNames = [
  { minzoom: 14, isOne: (kind: string) => mainRoads.has(kind) },
  { minzoom: 15, isOne: (kind: string) => middleRoads.has(kind) },
  {
    minzoom: 16,
    isOne: (kind: string) => !mainRoads.has(kind) && !middleRoads.has(kind),
  },
];

/** The labels of the map, in the language of the app if the data contains it. */
export function labelRules(colours: BaseColours, language: string): LabelRule[] {
  const codes = language.startsWith('zh') ? ['zh-Hans', 'zh'] : [language];
  const labelProps = [...codes.flatMap((code) => [`name_${code}`, `name:${code}`]), 'name'];
  const halo = { stroke: colours.labelHalo, width: 2.5, labelProps };
  const places = ['place_label', 'place', 'places'].map((dataLayer): LabelRule => ({
    dataLayer,
    symbolizer: new CenteredTextSymbolizer({
      ...halo,
      fill: colours.label,
      font: (zoom) => font(700, zoom < 14 ? 14 : 15),
    }),
    filter: (zoom, feature) =>
      zoom < 13 ||
      ['type', ...classNames].some((name) => {
        const value = feature?.props[name];
        return typeof value === 'string' && quarters.has(value);
      }),
    sort: (a, b) => Number(b['population_rank'] ?? 0) - Number(a['population_rank'] ?? 0),
  }));
  const stations = ['rail_station_label', 'poi', 'pois', 'transit'].map((dataLayer): LabelRule => ({
    dataLayer,
    minzoom: 15,
    // `rail_station_label` contains only labels of railway stations. The other layer contains more labels and
    // must be filtered.
    filter: (_zoom, feature) =>
      dataLayer === 'rail_station_label' || railStations.has(classOf(feature)),
    symbolizer: new CenteredTextSymbolizer({ ...halo, fill: colours.label, font: font(600, 11) }),
  }));
  const water = ['waterway_label', 'water_label', 'water_name', 'water'].map(
    (dataLayer): LabelRule => ({
      dataLayer,
      filter: isLine,
      symbolizer: new LineLabelSymbolizer({
        ...halo,
        fill: colours.waterLabel,
        font: font(500, 12),
      }),
    }),
  );
  const streets = streetNames.flatMap(({ minzoom, isOne }) =>
    ['road_label', 'transportation_name', 'roads'].map((dataLayer): LabelRule => ({
      dataLayer,
      minzoom,
      symbolizer: new LineLabelSymbolizer({
        ...halo,
        fill: colours.label,
        font: (zoom) => font(500, zoom < 16 ? 11 : 12.5),
        repeatDistance: 600,
      }),
      sort: (a, b) => Number(a['localrank'] ?? 9) - Number(b['localrank'] ?? 9),
      filter: (_zoom, feature) => {
        const kind = classOf(feature);
        return kind !== 'motorway' && kind !== 'ferry' && isOne(kind);
      },
    })),
  );
  return [...places, ...streets, ...stations, ...water];
}
