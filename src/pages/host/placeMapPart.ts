import { LazyPart } from '../../lib/loading/lazyPart.ts';

/**
 * The map to choose a place. It is in the chunk of home's map, because both maps share most of
 * their code.
 */
export const placeMap = new LazyPart(
  async () => (await import('../../features/stations/map/maps.ts')).PlaceMap,
);
