import { geoJSON } from 'leaflet';
import type { GeoJSON } from 'leaflet';
import { feature } from 'topojson-client';
import land110m from 'world-atlas/land-110m.json?raw';
import { baseColours } from './baseColours.ts';

type Topology = Parameters<typeof feature>[0];

function isTopology(value: unknown): value is Topology {
  return typeof value === 'object' && value !== null && 'objects' in value && 'arcs' in value;
}

/** The outline of the world, for where no base map answers: coarse, but never a grey void. */
export function outlineLayer(theme: 'light' | 'black'): GeoJSON {
  const colours = baseColours[theme];
  const atlas: unknown = JSON.parse(land110m);
  const land = isTopology(atlas) ? atlas.objects['land'] : undefined;
  if (!isTopology(atlas) || land === undefined) throw new TypeError('world-atlas has no land');
  return geoJSON(feature(atlas, land), {
    interactive: false,
    pane: 'tilePane',
    style: { fillColor: colours.land, fillOpacity: 1, color: colours.rail, weight: 1 },
  });
}
