// Asked for as one, so that what both are made of is one file, and home's map waits for no second one.
export { PlaceMap } from './PlaceMap.tsx';
export { StationMap } from './StationMap.tsx';
