import { LazyPart } from '../../lib/lazyPart.ts';

/** The map, whose code comes after the list: the list stands without it. */
export const stationMap = new LazyPart(
  async () => (await import('../../features/stations/map/maps.ts')).StationMap,
);
