import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
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
        sign="M6 12h12M12 6v12"
        isAtEnd={zoom >= map.getMaxZoom()}
        onPress={() => zoomBy(1)}
      />
      <ZoomButton
        name={t(($) => $.zoomOut)}
        sign="M6 12h12"
        isAtEnd={zoom <= map.getMinZoom()}
        onPress={() => zoomBy(-1)}
      />
    </>
  );
}

interface ZoomButtonProps {
  name: string;
  sign: string;
  isAtEnd: boolean;
  onPress: () => void;
}

/**
 * A button that zooms the map. At the last zoom the button is not disabled, because a disabled button would
 * lose the focus.
 */
function ZoomButton({ name, sign, isAtEnd, onPress }: ZoomButtonProps) {
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
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d={sign} />
      </svg>
    </button>
  );
}
