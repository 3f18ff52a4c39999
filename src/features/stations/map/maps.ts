// Both maps are exported here, so that their code is in one chunk. Otherwise the map of home would
// wait for a second chunk.
export { PlaceMap } from './PlaceMap.tsx';
export { StationMap } from './StationMap.tsx';
