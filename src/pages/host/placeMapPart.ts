import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Part of the chunk of home's map, with which it shares most of its code. */
export const placeMap = new LazyPart(
  async () => (await import('../../features/stations/map/maps.ts')).PlaceMap,
);
