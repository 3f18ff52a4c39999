// This file exports all maps, so that their code is in one chunk. With several chunks, the map of home
// would wait for all of them.
export { PlaceMap } from './PlaceMap.tsx';
export { StationMap } from './StationMap.tsx';
export { VisitMap } from './VisitMap.tsx';
