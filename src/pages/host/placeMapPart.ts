import { LazyPart } from '../../lib/loading/lazyPart.ts';

/**
 * The map on which the user chooses a place. It is in the same chunk as the map of home, because
 * the two maps share most of their code.
 */
export const placeMap = new LazyPart(
  async () => (await import('../../features/stations/map/maps.ts')).PlaceMap,
);
