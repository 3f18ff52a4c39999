import { DomEvent } from 'leaflet';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import type { Config } from '../../../../../contract/config.ts';
import { useShownTheme } from '../../../../lib/device/theme.ts';
import { BaseLayer } from './BaseLayer.tsx';

/** Stops taps on a button before they reach the map below, because two taps would zoom the map. */
export function blockMapEvents(controls: HTMLElement | null): void {
  if (controls !== null) DomEvent.disableClickPropagation(controls);
}

/** The streets. */
export function BaseMap({ map }: { map: Config['map'] }) {
  const theme = useShownTheme();
  const { i18n } = useTranslation();
  const leaflet = useMap();
  // Leaflet ends a zoom animation with a timer. The timer would throw an error after the map is removed, so
  // end the animation first.
  useEffect(() => () => void Object.assign(leaflet, { _animatingZoom: false }), [leaflet]);
  return <BaseLayer base={map.base} theme={theme} language={i18n.language} />;
}
