import { useCallback, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useMap, useMapEvents } from 'react-leaflet';
import type { Purpose } from '../../../../contract/rules/firstScreen/purpose.ts';
import { maxZoom } from '../../../../contract/rules/places/tiles.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { savedMapKey } from '../../../lib/storage/savedMap.ts';
import { local } from '../../../lib/storage/storage.ts';
import { mapMoved, selectMapLayers } from '../mapSlice.ts';
import type { ReadTile } from '../nearby/nearby.ts';
import { useTiles } from '../nearby/useTiles.ts';
import { viewTiles } from '../nearby/viewTiles.ts';
import { Heat } from './Heat.tsx';
import { MapSaver } from './MapSaver.tsx';
import type { MapSaverProps } from './MapSaver.tsx';
import { toPins } from './pins.ts';
import type { Pin } from './pins.ts';
import { StationPins } from './StationPins.tsx';
import { StationPopup } from './StationPopup.tsx';
import { useGroups } from './clusters/useGroups.ts';
import type { Mover } from './useMapMover.ts';
import { usePinWords } from './usePinWords.ts';
import { freePartOf, layoutName, viewOf } from './shownView.ts';
import type { FreePart } from './shownView.ts';

export interface StationsProps {
  /** The props of the map's saver; null if the next visit does not start with this map. */
  saved: Pick<MapSaverProps, 'base' | 'isHighlighted'> | null;
  purpose: Purpose;
  highlighted: string | null;
  isShown: (station: StationSummary) => boolean;
  hasPopups: boolean;
  onView: ((view: FreePart & { isByPerson: boolean }) => void) | undefined;
  onOpen: (id: string) => void;
  mover: Mover;
}

/** Draws the visible stations as buttons, and reports the view of the map. */
export function Stations({
  saved,
  purpose,
  highlighted,
  isShown,
  hasPopups,
  onView,
  onOpen,
  mover,
}: StationsProps) {
  const map = useMap();
  const dispatch = useDispatch();
  const words = usePinWords();
  const [view, look] = useState(() => viewOf(map));
  useMapEvents({
    moveend: () => {
      // The next visit starts with this view, so a saved map of another view is useless.
      local.remove(savedMapKey);
      look(viewOf(map));
      const { lat, lng } = map.getCenter().wrap();
      const free = freePartOf(map);
      const visible = { ...free.center, layout: layoutName() };
      dispatch(mapMoved({ lat, lng, zoom: free.zoom, visible }));
      onView?.({ ...free, isByPerson: mover.isPerson });
    },
    resize: () => look(viewOf(map)),
  });
  const choose = useCallback((read: ReadTile) => viewTiles(view.bounds, view.zoom, read), [view]);
  const layers = useSelector(selectMapLayers);
  const { tiles, coarser, isComplete } = useTiles(choose);
  const grouped = useGroups({ tiles, coarser, isComplete, view, highlighted, isShown });
  const pins = useMemo(() => toPins(grouped, { purpose, words }), [grouped, purpose, words]);
  const [asked, ask] = useState<Pin | null>(null);

  const pick = (pin: Pin) => {
    const { splitsAt } = pin.group;
    if (pin.kind === 'station' && !hasPopups) onOpen(pin.key);
    else if (splitsAt === null) {
      // The popup opens, and the map moves a little so that the popup fits.
      mover.byApp();
      ask(pin);
    } else {
      mover.byPerson();
      map.setView([pin.lat, pin.lng], Math.min(maxZoom, splitsAt));
    }
  };
  const known = (asked?.group.ids ?? []).flatMap((id) => grouped.stations.get(id) ?? []);
  return (
    <>
      <StationPins pins={pins} onPick={pick} />
      {saved === null ? null : <MapSaver {...saved} pins={pins} isComplete={isComplete} />}
      {layers.includes('heat') ? <Heat tiles={tiles} isShown={isShown} purpose={purpose} /> : null}
      {asked === null || known.length === 0 ? null : (
        <StationPopup
          key={asked.key}
          at={asked}
          stations={known}
          purpose={purpose}
          onOpen={onOpen}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
