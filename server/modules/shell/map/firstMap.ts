import type { Language } from '../../../../contract/config.ts';
import { createHtml, joinHtml } from '../../../../contract/rules/firstScreen/html.ts';
import type { Texts } from '../../../../contract/rules/firstScreen/texts.ts';
import { attributionBox, attributionParts } from '../../../../contract/rules/map/attribution.ts';
import { firstMapControls } from '../../../../contract/rules/map/controls.ts';
import { worldPixel } from '../../../../contract/rules/places/mercator.ts';
import { maxZoom, nearbyZoom } from '../../../../contract/rules/places/tiles.ts';
import type { Tile } from '../../../../contract/rules/places/tiles.ts';
import type { Station, StationTile } from '../../../../contract/stations.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Words } from '../words.ts';
import { mapPins } from './mapPins.ts';
import { MapPictures } from './mapPictures.ts';
import { mapStyle } from './mapStyle.ts';
import { tilesIn } from './mapView.ts';
import type { MapView } from './mapView.ts';

/**
 * The maximum time for which a page waits for the streets. Without the streets, the app draws the map after its start.
 */
const streetsTimeoutMs = 80;

/** The zooms with which the app shows a place and a station: see Camera.tsx and StationMap.tsx. */
const streetZoom = 15;
const stationZoom = 16;

/**
 * The sizes of the picture in pixels. On phones, the sheet covers the lower part of the screen, so the picture is only
 * a little higher than wide.
 */
const sizes = {
  phone: { width: 448, height: 544 },
  wide: { width: 1280, height: 960 },
};
export type ScreenSize = keyof typeof sizes;

export interface FirstMapContent {
  station: Station | null;
  /** The tiles of the view. */
  tiles: readonly StationTile[];
  /** The station that the app highlights if no station is linked: the first of the list. */
  nearest: string | null;
  size: ScreenSize;
  language: Language;
  words: Words;
  texts: Texts;
  /** The style of the pins as an element, from the built page. */
  style: string;
}

export interface FirstMap {
  /** The map as HTML: its style, the streets if they are drawn, the pins, and the attribution. */
  paint(content: FirstMapContent): Promise<string>;
  /** The tiles of stations that the map of a linked station shows. */
  tilesOf(station: Station, size: ScreenSize): Tile[];
  /** Draws the streets of the start view with English names in advance, so that the first visitor gets them. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The map of the first frame. This map shows the view with which the app starts for a new visitor. The app removes this
 * map when the app's own map is complete (src/features/stations/map/firstMap.ts).
 */
export function createFirstMap({ settings, clock, log }: Dependencies): FirstMap {
  const { base, center, zoom } = settings.map;
  const pictures =
    base.kind === 'mvt' || base.kind === 'pmtiles'
      ? new MapPictures({
          // The address of the tiles may be a path on this server, as in the sandbox.
          base: { ...base, url: absolute(base.url, settings.publicUrl) },
          now: () => clock.now(),
          onFailure: (reason) => log.warn({ reason }, 'the first map has no streets'),
        })
      : null;

  const attribution = attributionBox(
    createHtml,
    attributionParts([base.kind === 'none' ? '' : base.attribution]),
  );

  const viewOf = (station: Station | null, size: ScreenSize): MapView => ({
    lat: station?.lat ?? center.lat,
    lng: station?.lng ?? center.lng,
    zoom: station ? stationZoom : Math.min(maxZoom, Math.max(zoom, streetZoom)),
    ...sizes[size],
  });

  async function paint(content: FirstMapContent): Promise<string> {
    const { station, tiles, nearest, size, language, words, texts, style } = content;
    const view = viewOf(station, size);
    const streets = (await pictures?.read(view, language, streetsTimeoutMs)) ?? '';
    const highlighted = station?.id ?? nearest;
    const pins = mapPins({ view, tiles, station, highlighted, words, texts });
    const { x, y } = worldPixel(view, view.zoom);
    const rounding = (value: number) => (value - Math.floor(value) >= 0.5 ? 'up' : 'down');
    const attributes = {
      className: 'home-map first-map',
      'data-zoom': `${view.zoom}`,
      'data-x': `${Math.round(x)}`,
      'data-y': `${Math.round(y)}`,
      'data-sheet': station === null ? undefined : station.photo === null ? 'station' : 'photo',
    };
    const at = {
      className: 'first-at',
      style: `--x:${rounding(x)};--y:${rounding(y)};--d:${(y - Math.round(y) + 0.5).toFixed(4)}px`,
    };
    const moved = { style: `left:${-view.width / 2}px;top:${-view.height / 2}px` };
    return createHtml(
      'div',
      attributes,
      { html: style + mapStyle },
      createHtml(
        'div',
        at,
        { html: streets.replace('<svg', `<svg style="${moved.style}"`) },
        createHtml('div', { className: 'first-pins' }, { html: joinHtml(pins) }),
      ),
      attribution,
      firstMapControls(createHtml),
    ).html;
  }

  async function prepare(): Promise<void> {
    for (const size of ['phone', 'wide'] as const)
      await pictures?.read(viewOf(null, size), 'en', 0);
  }

  const tilesOf = (station: Station, size: ScreenSize) =>
    tilesIn(viewOf(station, size), nearbyZoom);

  return { paint, tilesOf, prepare, close: async () => pictures?.close() };
}

/**
 * Adds the host if the template is a path. Joins the strings, because `URL` would encode the
 * placeholders.
 */
function absolute(template: string, publicUrl: string): string {
  return template.startsWith('/') ? new URL(publicUrl).origin + template : template;
}
