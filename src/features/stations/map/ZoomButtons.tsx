import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { controlIcon } from '../../../../contract/rules/map/controls.ts';
import type { MapControl } from '../../../../contract/rules/map/controls.ts';
import { usePressed } from '../../../lib/device/usePressed.ts';
import { element } from '../../../ui/link/element.ts';
import type { Mover } from './useMapMover.ts';
import { zoomInFreePart } from './shownView.ts';

export function ZoomButtons({ mover }: { mover: Mover }) {
  const map = useMap();
  const { t } = useTranslation('stations');
  const [zoom, setZoom] = useState(() => map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  const zoomBy = (steps: number) => {
    mover.byPerson();
    zoomInFreePart(map, steps);
  };
  return (
    <>
      <ZoomButton
        name={t(($) => $.zoomIn)}
        control="zoomIn"
        isAtEnd={zoom >= map.getMaxZoom()}
        onPress={() => zoomBy(1)}
      />
      <ZoomButton
        name={t(($) => $.zoomOut)}
        control="zoomOut"
        isAtEnd={zoom <= map.getMinZoom()}
        onPress={() => zoomBy(-1)}
      />
    </>
  );
}

interface ZoomButtonProps {
  name: string;
  control: MapControl;
  isAtEnd: boolean;
  onPress: () => void;
}

/**
 * A button that zooms the map. At the lowest or highest zoom the button is not disabled, because a disabled button
 * would lose the focus.
 */
function ZoomButton({ name, control, isAtEnd, onPress }: ZoomButtonProps) {
  usePressed(control, onPress);
  return (
    <button
      type="button"
      className="home-round"
      aria-label={name}
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onPress();
      }}
    >
      {controlIcon(element, control)}
    </button>
  );
}
