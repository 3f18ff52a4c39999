import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import { attributionParts } from '../../../../contract/rules/map/attribution.ts';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { savedMapKey } from '../../../lib/storage/savedMap.ts';
import type { SavedMap } from '../../../lib/storage/savedMap.ts';
import { useShownTheme } from '../../../lib/device/theme.ts';
import { local } from '../../../lib/storage/storage.ts';
import type { MapPin } from './pins.ts';

/** The longest data URL. A longer picture would slow down the next start, and needs too much of the storage. */
const mostCharacters = 120_000;

/** More pixels per CSS pixel than this make the picture large, but not much clearer. */
const mostRatio = 1.5;

/**
 * Saves the map when the page is hidden, so that the next visit starts with it. Nobody waits for the page at that time.
 */
export function MapSaver({ base, pins }: { base: BaseMap; pins: readonly MapPin[] }) {
  const map = useMap();
  const theme = useShownTheme();
  const { i18n } = useTranslation();
  const save = useEffectEvent(() => {
    if (document.visibilityState !== 'hidden') return;
    const picture = drawStreets(map);
    if (picture === null) return;
    const { min } = map.getPixelBounds();
    const { x: width, y: height } = map.getSize();
    const saved: SavedMap = {
      language: i18n.language,
      theme,
      zoom: map.getZoom(),
      x: min?.x ?? 0,
      y: min?.y ?? 0,
      width,
      height,
      picture,
      pins: pins.map((pin) => savedPin(map, pin)),
      attribution: attributionParts([base.kind === 'none' ? '' : base.attribution]),
    };
    local.set(savedMapKey, JSON.stringify(saved));
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', save);
    return () => document.removeEventListener('visibilitychange', save);
  }, []);
  return null;
}

function savedPin(
  map: LeafletMap,
  { lat, lng, key, kind, name, label, stock, isHighlighted }: MapPin,
): SavedMap['pins'][number] {
  const { x, y } = map.latLngToContainerPoint([lat, lng]);
  return {
    x: x - pinSize.width / 2,
    y: y - pinSize.height / 2,
    label,
    stock,
    station: kind === 'station' ? key : null,
    name,
    isHighlighted,
  };
}

/** Draws the visible streets. Returns null if there are none, or if they are pictures of another server. */
function drawStreets(map: LeafletMap): string | null {
  const container = map.getContainer();
  const tiles = [...container.querySelectorAll('canvas.leaflet-tile-loaded')].filter(isPainted);
  if (tiles.length === 0) return null;
  const { width, height, left, top } = container.getBoundingClientRect();
  const ratio = Math.min(devicePixelRatio, mostRatio);
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  context.scale(ratio, ratio);
  // The tiles do not contain the land.
  context.fillStyle = getComputedStyle(container).backgroundColor;
  context.fillRect(0, 0, width, height);
  for (const tile of tiles) {
    const at = tile.getBoundingClientRect();
    context.drawImage(tile, at.left - left, at.top - top, at.width, at.height);
  }
  const picture = canvas.toDataURL('image/webp', 0.6);
  // Browsers that cannot write WebP write PNG, which is much larger.
  const small = picture.startsWith('data:image/webp')
    ? picture
    : canvas.toDataURL('image/jpeg', 0.6);
  return small.length > mostCharacters ? null : small;
}

/** A tile that has left the view has no pixels. */
const isPainted = (tile: Element): tile is HTMLCanvasElement =>
  tile instanceof HTMLCanvasElement && tile.width > 0;
