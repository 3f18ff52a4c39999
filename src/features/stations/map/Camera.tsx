import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Map as LeafletMap } from 'leaflet';
import { useMap, useMapEvents } from 'react-leaflet';
import type { Point } from '../../../lib/format/geo.ts';
import {
  centerForPoint,
  coveredBySheet,
  fitInFreePart,
  centerAfterSheetChange,
  layoutName,
} from './shownView.ts';
import type { Mover } from './useMapMover.ts';

export interface CameraProps {
  position: Point | null;
  selected: Point | null;
  focus: Focus | null;
  /** The first view for a user who has not moved the map yet. */
  home: Focus | null;
  mover: Mover;
}

export interface Focus {
  point: Point;
  zoom?: number;
  /**
   * Further points. The view includes these points if they fit into one view with `point` at
   * `areaZoom` or a deeper zoom.
   */
  others?: readonly Point[];
}

const streetZoom = 15;

/** The lowest zoom at which a view includes the further points. */
const areaZoom = 12;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Moves the map so that the important point is in the part above the sheet. The important point is the open
 * station, a requested view, or the user's position. The map follows the position until the user moves the
 * map.
 */
export function Camera({ position, selected, focus, home, mover }: CameraProps) {
  const map = useMap();
  const isFirst = useRef(true);

  const show = useCallback(
    (focus: Focus) => {
      mover.byApp();
      const { point, zoom } = viewFor(map, focus);
      const center = centerForPoint(map, point, zoom);
      if (isFirst.current || isStill()) map.setView(center, zoom, { animate: false });
      else map.flyTo(center, zoom);
    },
    [map, mover],
  );

  // If a station is already open, ignore an earlier request for a view.
  const seen = useRef(selected === null ? null : focus);
  useEffect(() => {
    if (focus === null || focus === seen.current) return;
    seen.current = focus;
    show(focus);
  }, [show, focus]);

  const lat = selected?.lat;
  const lng = selected?.lng;
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) show({ point: { lat, lng } });
  }, [show, lat, lng]);

  // The sheet of a station covers more of the map than the list. The sheet becomes taller when the
  // map is already moving to the station, so move the map again.
  useEffect(() => {
    const follow = ({ target, propertyName }: TransitionEvent) => {
      const isSheet = target instanceof Element && target.matches('.home-sheet');
      if (!isSheet || propertyName !== 'margin-top' || mover.isPerson) return;
      if (lat !== undefined && lng !== undefined) show({ point: { lat, lng } });
    };
    document.addEventListener('transitionrun', follow);
    return () => document.removeEventListener('transitionrun', follow);
  }, [show, mover, lat, lng]);

  const around = useAround(position, home, selected === null && focus === null);
  useEffect(() => {
    // After the user has moved the map, it no longer follows the position.
    if (around !== null && !mover.isPerson) show(around);
  }, [show, mover, around]);

  // After a rotation, the sheet covers another part of the map, so show the station again. Without a station, show the
  // requested view, the user's position or the first view. If the user has moved the map, or if there is no such view,
  // keep the middle of the part above the sheet. The map is also resized when the browser's bar appears, or when the
  // user resizes the window. After such a resize without a rotation, keep a view that the user has chosen.
  const layout = useRef('');
  const covered = useRef(0);
  useEffect(() => {
    layout.current = layoutName();
    covered.current = coveredBySheet();
  }, []);
  useMapEvents({
    moveend() {
      covered.current = coveredBySheet();
    },
    resize() {
      const isMoved = mover.isPerson;
      const [layoutBefore, coveredBefore] = [layout.current, covered.current];
      layout.current = layoutName();
      covered.current = coveredBySheet();
      if (isMoved && layout.current === layoutBefore) return;
      const wanted = isMoved ? null : (focus ?? around);
      const shown = selected === null ? wanted : { point: selected };
      if (shown === null) {
        map.setView(centerAfterSheetChange(map, coveredBefore), map.getZoom(), { animate: false });
        return;
      }
      mover.byApp();
      const { point, zoom } = viewFor(map, { ...shown, zoom: map.getZoom() });
      map.setView(centerForPoint(map, point, zoom), zoom, { animate: false });
    },
  });

  useEffect(() => {
    isFirst.current = false;
  }, []);

  return null;
}

/** Returns the point for the middle of the visible part of the map, and the zoom. */
function viewFor(
  map: LeafletMap,
  { point, zoom = Math.max(map.getZoom(), streetZoom), others = [] }: Focus,
): { point: Point; zoom: number } {
  if (others.length > 0) {
    const fitted = fitInFreePart(map, [point, ...others], Math.max(zoom, streetZoom));
    if (fitted.zoom >= areaZoom) return fitted;
  }
  return { point, zoom };
}

/**
 * Returns the user's position if it is known, and the first view if not. Returns null if the map shows a
 * station or a requested view.
 */
function useAround(position: Point | null, home: Focus | null, isWanted: boolean): Focus | null {
  const lat = position?.lat;
  const lng = position?.lng;
  return useMemo(() => {
    if (!isWanted) return null;
    return lat === undefined || lng === undefined ? home : { point: { lat, lng } };
  }, [isWanted, lat, lng, home]);
}
