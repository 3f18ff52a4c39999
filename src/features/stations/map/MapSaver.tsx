import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';
import { attributionParts } from '../../../../contract/rules/map/attribution.ts';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { useShownTheme } from '../../../lib/device/theme.ts';
import { savedMapKey } from '../../../lib/storage/savedMap.ts';
import type { SavedMap, SavedPin } from '../../../lib/storage/savedMap.ts';
import { local } from '../../../lib/storage/storage.ts';
import type { MapPin } from './pins.ts';

/**
 * In milliseconds. The map is saved when nothing has changed for this time, so that saving does not slow down a move of
 * the map.
 */
const pauseMs = 1500;

/** The highest number of attempts to save the map after a change. */
const mostAttempts = 10;

/**
 * The maximum length of the picture's data URL. A longer URL would slow down the next start and take too much of the
 * storage.
 */
const mostCharacters = 120_000;

/** The maximum number of pixels per CSS pixel. More pixels would make the picture larger, but not much clearer. */
const mostRatio = 1.5;

export interface MapSaverProps {
  base: BaseMap;
  pins: readonly MapPin[];
  /** True if the server has answered for each part of the view. */
  isComplete: boolean;
  /** True if the highlighted pin is the nearest station, which the next visit highlights, too. */
  isHighlighted: boolean;
}

/** Saves the map after each change, so that the next visit starts with it. */
export function MapSaver({ base, pins, isComplete, isHighlighted }: MapSaverProps) {
  const map = useMap();
  const theme = useShownTheme();
  const { language } = useTranslation().i18n;
  const last = useRef<{ view: string; picture: string | null }>({ view: '', picture: null });
  const schedule = useRef<() => void>(() => undefined);

  /**
   * Returns false if the saver must try again: if some streets are still missing, or if the map has moved. If streets
   * are missing, does not overwrite the earlier map, because that map is better than a map with gaps.
   */
  const save = useEffectEvent(async (left: AbortSignal): Promise<boolean> => {
    // Do not wait for the stations here, because the effect below runs again when they are known.
    if (!isComplete) return true;
    const isVector = base.kind === 'mvt' || base.kind === 'pmtiles';
    if (isVector && hasMissingStreets(map)) return false;
    const { min } = map.getPixelBounds();
    const { x: width, y: height } = map.getSize();
    const [x, y] = [min?.x ?? 0, min?.y ?? 0];
    const view = [map.getZoom(), x, y, width, height, theme, language].join(' ');
    const saved = {
      version: 2 as const,
      language,
      theme,
      zoom: map.getZoom(),
      x,
      y,
      width,
      height,
      pins: pins.map((pin) => savedPin(map, pin, isHighlighted)),
      attribution: attributionParts([base.kind === 'none' ? '' : base.attribution]),
    };
    const isKnown = last.current.view === view;
    const picture = isKnown ? last.current.picture : isVector ? await drawStreets(map) : null;
    if (left.aborted) return true;
    // If the map has moved in the meantime, return false, so that the saver tries again.
    if (!map.getPixelBounds().min?.equals([x, y])) return false;
    last.current = { view, picture };
    local.set(savedMapKey, JSON.stringify({ ...saved, picture } satisfies SavedMap));
    return true;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const left = new AbortController();
    const saveSoon = (attempts: number) => {
      clearTimeout(timer);
      if (attempts === 0 || left.signal.aborted) return;
      timer = setTimeout(() => {
        void save(left.signal).then((isDone) => {
          if (!isDone) saveSoon(attempts - 1);
        });
      }, pauseMs);
    };
    const saveChange = () => saveSoon(mostAttempts);
    const stop = () => clearTimeout(timer);
    schedule.current = saveChange;
    map.on('movestart', stop);
    map.on('moveend resize', saveChange);
    return () => {
      left.abort();
      stop();
      map.off('movestart', stop);
      map.off('moveend resize', saveChange);
    };
  }, [map]);

  // Schedule a save after each render, because the pins, the theme or the language may have changed.
  useEffect(() => schedule.current());

  return null;
}

/**
 * Whether some streets are still loading or did not load. If they did not load, the map has the attribute
 * `data-ground`.
 */
function hasMissingStreets(map: LeafletMap): boolean {
  const container = map.getContainer();
  return (
    container.dataset['ground'] !== undefined ||
    container.querySelector('.leaflet-tile:not(.leaflet-tile-loaded)') !== null ||
    paintedTiles(container).length === 0
  );
}

function savedPin(
  map: LeafletMap,
  { lat, lng, key, kind, name, label, stock, isHighlighted }: MapPin,
  keepsHighlight: boolean,
): SavedPin {
  const { x, y } = map.latLngToContainerPoint([lat, lng]);
  return {
    x: x - pinSize.width / 2,
    y: y - pinSize.height / 2,
    label,
    stock,
    station: kind === 'station' ? key : null,
    name,
    isHighlighted: isHighlighted && keepsHighlight,
  };
}

/**
 * Returns the visible streets as a data URL. Returns null if the URL would be too long, or if the browser cannot draw.
 */
async function drawStreets(map: LeafletMap): Promise<string | null> {
  const container = map.getContainer();
  const { width, height, left, top } = container.getBoundingClientRect();
  const ratio = Math.min(devicePixelRatio, mostRatio);
  const canvas = document.createElement('canvas');
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  context.scale(ratio, ratio);
  // Fill the background first, because the tiles do not contain the land.
  context.fillStyle = getComputedStyle(container).backgroundColor;
  context.fillRect(0, 0, width, height);
  for (const tile of paintedTiles(container)) {
    const at = tile.getBoundingClientRect();
    context.drawImage(tile, at.left - left, at.top - top, at.width, at.height);
  }
  const webp = await toBlob(canvas, 'image/webp');
  // Browsers that cannot write WebP write PNG, which is much larger.
  const small = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg');
  const url = small && (await toDataUrl(small));
  return url && url.length <= mostCharacters ? url : null;
}

const paintedTiles = (container: HTMLElement): HTMLCanvasElement[] =>
  [...container.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile-loaded')].filter(
    // A tile that has left the view has no pixels.
    ({ width }) => width > 0,
  );

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.6));

const toDataUrl = (blob: Blob): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      resolve(typeof reader.result === 'string' ? reader.result : null);
    });
    reader.readAsDataURL(blob);
  });
