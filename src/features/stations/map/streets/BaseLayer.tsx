import { tileLayer } from 'leaflet';
import type { Layer, Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { maxZoom } from '../../../../../contract/rules/places/tiles.ts';
import type { BaseMap } from '../../../../../contract/config.ts';
import { importWithRetry } from '../../../../lib/loading/importWithRetry.ts';
import { nextTask } from '../../../../lib/loading/nextTask.ts';
import { StreetLayer } from './streetLayer.ts';

export interface BaseLayerProps {
  base: BaseMap;
  theme: 'light' | 'black';
  language: string;
}

/**
 * The base map: the operator's streets, or the outline of the world if the operator has no streets
 * or they do not load.
 */
export function BaseLayer({ base, theme, language }: BaseLayerProps) {
  const map = useMap();

  useEffect(() => {
    const ground = new Ground(map, theme);
    const cover = () => {
      if (base.kind === 'none') ground.showOutline();
      else if (base.kind === 'raster') ground.lay(rasterLayer(base, ground.showOutline));
      else ground.lay(new StreetLayer({ base, theme, language, onMissing: ground.showOutline }));
    };
    // Run this in a separate task, because creating the map was already a long task.
    void nextTask().then(cover);
    return () => ground.clear();
  }, [map, base, theme, language]);

  return null;
}

/**
 * The deepest zoom with the outline. At deeper zooms the outline is too coarse: a city on the coast would be
 * in the sea.
 */
const outlineUpTo = 9;

/** Adds and removes the base layers of the map. */
class Ground {
  readonly #map: LeafletMap;
  readonly #theme: 'light' | 'black';
  readonly #layers: Layer[] = [];
  #isLacking = false;
  #isGone = false;

  constructor(map: LeafletMap, theme: 'light' | 'black') {
    this.#map = map;
    this.#theme = theme;
  }

  readonly lay = (layer: Layer): void => {
    if (this.#isGone) return;
    this.#layers.push(layer);
    this.#map.addLayer(layer);
  };

  /** Shows the outline from now on. Called if the operator has no streets, or when a tile of the streets is missing. */
  readonly showOutline = (): void => {
    if (this.#isLacking || this.#isGone) return;
    this.#isLacking = true;
    this.#map.on('zoomend', this.#suit);
    importWithRetry(() => import('../outline.ts')).then(
      ({ outlineLayer }) => {
        this.lay(outlineLayer(this.#map, this.#theme));
        this.#suit();
      },
      () => {
        // The code of the outline did not load either, so the pins are on an empty background.
      },
    );
  };

  clear(): void {
    this.#isGone = true;
    this.#map.off('zoomend', this.#suit);
    for (const layer of this.#layers) layer.remove();
    delete this.#map.getContainer().dataset['ground'];
  }

  readonly #suit = (): void => {
    const isFar = this.#map.getZoom() <= outlineUpTo;
    this.#map.getContainer().dataset['ground'] = isFar ? 'outline' : 'land';
  };
}

/** A layer of images. Tiles are fetched only when they come into view, as tile servers require. */
function rasterLayer(base: Extract<BaseMap, { kind: 'raster' }>, onMissing: () => void): Layer {
  const layer = tileLayer(base.url, {
    maxNativeZoom: base.maxDataZoom,
    maxZoom,
    keepBuffer: 1,
    updateWhenIdle: true,
    className: 'map-raster',
  });
  return layer.on('tileerror', onMissing);
}
