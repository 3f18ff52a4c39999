import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextFrame, nextTask } from '../../lib/loading/nextTask.ts';

/**
 * The map, whose code comes after the list: the list stands without it. On a slow device its package
 * alone is a long task, and asking for it is one of many things that the first screen begins.
 */
export const stationMap = new LazyPart(async () => {
  await nextTask();
  await import('leaflet');
  await nextTask();
  const { StationMap } = await import('../../features/stations/map/maps.ts');
  // Its style came along, and Leaflet measures at once.
  await nextFrame();
  return StationMap;
});
