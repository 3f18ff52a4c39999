import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import Pbf from 'pbf';
import type {
  EntryKind,
  NamedItem,
  Shape,
} from '../../server/providers/geocoding/gazetteer/items.ts';

/** The layers of Mapbox Streets 7 whose features have names. */
const layers: Record<string, EntryKind> = {
  road_label: 'street',
  place_label: 'area',
  poi_label: 'place',
  rail_station_label: 'place',
  airport_label: 'place',
};

/**
 * Reads the vector tiles of a folder. The name of each file is `z-x-y.mvt`, such as `14-4204-6090.mvt`. Returns the
 * name and the shape of each named feature, except ferries.
 */
export async function tileItems(folder: string, region: string): Promise<NamedItem[]> {
  const items: NamedItem[] = [];
  for (const file of await readdir(folder)) {
    const [, z, x, y] = /^(\d+)-(\d+)-(\d+)\.mvt$/.exec(file) ?? [];
    const tile = new VectorTile(new Pbf(await readFile(path.join(folder, file))));
    for (const [layerName, kind] of Object.entries(layers)) {
      const layer = tile.layers[layerName];
      for (let index = 0; index < (layer?.length ?? 0); index++) {
        const feature = layer?.feature(index);
        const names = feature ? namesOf(feature) : [];
        const [name, ...otherNames] = names;
        if (!feature || name === undefined || feature.properties['class'] === 'ferry') continue;
        const shape = shapeOf(feature, Number(x), Number(y), Number(z));
        items.push({ kind, name, otherNames, shape, region });
      }
    }
  }
  return items;
}

/** Returns the local name, and the names in other languages if they differ from the local name. */
function namesOf({ properties }: VectorTileFeature): string[] {
  const names = Object.entries(properties)
    .filter(([key]) => key === 'name' || key.startsWith('name_'))
    .toSorted(([a], [b]) => a.length - b.length)
    .flatMap(([, value]) => (typeof value === 'string' && value !== '' ? [value] : []));
  return [...new Set(names)];
}

function shapeOf(feature: VectorTileFeature, x: number, y: number, z: number): Shape {
  const { geometry } = feature.toGeoJSON(x, y, z);
  const points = (line: number[][]) => line.map(([lng = 0, lat = 0]) => ({ lat, lng }));
  if (geometry.type === 'Point') return [points([geometry.coordinates])];
  if (geometry.type === 'LineString') return [points(geometry.coordinates)];
  if (geometry.type === 'MultiLineString') return geometry.coordinates.map(points);
  return [];
}
