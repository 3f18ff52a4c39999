import type { Look, MapPoint, TileKey } from './clusterIndex.ts';
import type { Group } from '../../../../../contract/rules/map/mergeOverlapping.ts';

/** Messages from the page to the worker. The page sends a tile again if its counts or the filter have changed. */
export type Question =
  | { kind: 'store'; tile: TileKey; points: MapPoint[] }
  | { kind: 'drop'; tile: TileKey }
  | { kind: 'look'; id: number; look: Look };

/** The worker's answer to the `look` message with this id. */
export interface Answer {
  id: number;
  groups: Group[];
}
