import { tileLayer } from 'leaflet';
import type { Layer } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import type { BaseMap } from '../../../../contract/config.ts';

export interface BaseLayerProps {
  base: BaseMap;
  theme: 'light' | 'black';
  language: string;
}

/** The ground of the map: the operator's streets, or the outline of the world where none answer. */
export function BaseLayer({ base, theme, language }: BaseLayerProps) {
  const map = useMap();

  useEffect(() => {
    const layers: Layer[] = [];
    let isGone = false;

    const show = (layer: Layer) => {
      if (isGone) return;
      layers.push(layer);
      map.addLayer(layer);
    };
    const showOutline = async () => {
      const { outlineLayer } = await import('./outline.ts');
      map.getContainer().dataset['ground'] = 'outline';
      show(outlineLayer(theme));
    };
    const showStreets = async (streets: Extract<BaseMap, { kind: 'mvt' }>) => {
      const { streetLayer } = await import('./streets.ts');
      const onMissing = () => void showOutline();
      show(streetLayer({ base: streets, theme, language, onMissing }));
    };

    delete map.getContainer().dataset['ground'];
    if (base.kind === 'mvt') void showStreets(base);
    else if (base.kind === 'raster') show(rasterLayer(base, showOutline));
    else void showOutline();

    return () => {
      isGone = true;
      for (const layer of layers) layer.remove();
    };
  }, [map, base, theme, language]);

  return null;
}

function rasterLayer(
  base: Extract<BaseMap, { kind: 'raster' }>,
  showOutline: () => Promise<void>,
): Layer {
  const layer = tileLayer(base.url, {
    maxNativeZoom: base.maxDataZoom,
    maxZoom: 20,
    noWrap: true,
    className: 'map-raster',
  });
  let answered = false;
  layer.once('tileload', () => (answered = true));
  layer.once('tileerror', () => {
    if (!answered) void showOutline();
  });
  return layer;
}
