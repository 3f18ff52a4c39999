import { canvas, featureGroup, geoJSON, latLng } from 'leaflet';
import type { FeatureGroup, Map as LeafletMap } from 'leaflet';
import { feature } from 'topojson-client';
import land110m from 'world-atlas/land-110m.json?raw';
import { baseColours } from '../../../../contract/rules/map/baseColours.ts';

type Topology = Parameters<typeof feature>[0];

function isTopology(value: unknown): value is Topology {
  return typeof value === 'object' && value !== null && 'objects' in value && 'arcs' in value;
}

/** Degrees of longitude by which the outline is repeated to the east and to the west. */
const copies = [-360, 0, 360];

const pane = 'outline';

/** Creates the pane below the tiles, so that the outline is visible where tiles are missing. */
function preparePane(map: LeafletMap): void {
  if (map.getPane(pane) === undefined) map.createPane(pane).style.zIndex = '150';
}

/**
 * Returns the outline of the world for a map without streets, because the operator has none or they do not load. The
 * outline is coarse, but better than an empty map.
 */
export function outlineLayer(map: LeafletMap, theme: 'light' | 'black'): FeatureGroup {
  preparePane(map);
  const colours = baseColours[theme];
  const atlas: unknown = JSON.parse(land110m);
  const land = isTopology(atlas) ? atlas.objects['land'] : undefined;
  if (!isTopology(atlas) || land === undefined) throw new TypeError('world-atlas has no land');
  const world = feature(atlas, land);
  const renderer = canvas({ pane });
  return featureGroup(
    copies.map((turn) =>
      geoJSON(world, {
        interactive: false,
        pane,
        coordsToLatLng: ([lng, lat]) => latLng(lat, lng + turn),
        style: {
          renderer,
          fillColor: colours.land,
          fillOpacity: 1,
          color: colours.rail,
          weight: 1,
        },
      }),
    ),
  );
}
