import { useEffect, useRef, useState } from 'react';
import type { StationSummary, StationTile } from '../../../../../contract/stations.ts';
import { tileTag } from '../../stationsApi.ts';
import type { Tiles } from '../../nearby/useTiles.ts';
import { Clusterer } from './clusterer.ts';
import type { Grouped } from './clusterer.ts';
import type { ShownView } from '../shownView.ts';

/** The highest number of groups to draw. */
const maxGroups = 300;

/** The number of tiles from earlier views that may replace missing answers. */
const maxFallbackTiles = 60;

export interface GroupsOptions extends Pick<Tiles, 'tiles' | 'coarser' | 'isComplete'> {
  view: ShownView;
  highlighted: string | null;
  isShown: (station: StationSummary) => boolean;
}

const nothing: Grouped = { groups: [], stations: new Map() };

/**
 * Returns the groups to draw for these tiles. While a tile is loading or has failed, tiles of
 * earlier views and coarser tiles replace it. A coarser tile may contain only the counts of its
 * stations.
 */
export function useGroups({
  tiles,
  coarser,
  isComplete,
  view,
  highlighted,
  isShown,
}: GroupsOptions): Grouped {
  const [grouped, show] = useState(nothing);
  const clusterer = useRef<Clusterer | null>(null);
  const shown = useRef<readonly StationTile[]>([]);

  useEffect(() => {
    clusterer.current = new Clusterer(show);
    return () => clusterer.current?.end();
  }, []);

  useEffect(() => {
    const answered = new Set(tiles.map(tileTag));
    const standIns = isComplete
      ? []
      : [...new Set([...coarser, ...shown.current])]
          .filter((tile) => !answered.has(tileTag(tile)))
          .slice(-maxFallbackTiles);
    shown.current = [...standIns, ...tiles];
    clusterer.current?.look({ ...view, tiles, standIns, highlighted, isShown, most: maxGroups });
  }, [tiles, coarser, isComplete, view, highlighted, isShown]);

  return grouped;
}
