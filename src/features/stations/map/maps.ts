// This file exports both maps, so that their code is in one chunk. With two chunks, the map of home would
// wait for both.
export { PlaceMap } from './PlaceMap.tsx';
export { StationMap } from './StationMap.tsx';
