import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextFrame, nextTask } from '../../lib/loading/nextTask.ts';

/**
 * The map, whose code loads after the list. On a slow device its package is a long task, and it
 * must not delay the first screen.
 */
export const stationMap = new LazyPart(async () => {
  await nextTask();
  await import('leaflet');
  await nextTask();
  const { StationMap } = await import('../../features/stations/map/maps.ts');
  // Its style has loaded with it, and Leaflet measures at once.
  await nextFrame();
  return StationMap;
});
