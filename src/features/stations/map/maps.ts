// One import for both maps, so that their common code is one chunk, and the map of home does not
// wait for a second one.
export { PlaceMap } from './PlaceMap.tsx';
export { StationMap } from './StationMap.tsx';
