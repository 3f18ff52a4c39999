import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Comes with the map of home, most of which it is made of. */
export const placeMap = new LazyPart(
  async () => (await import('../../features/stations/map/maps.ts')).PlaceMap,
);
