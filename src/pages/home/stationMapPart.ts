import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextFrame, nextTask } from '../../lib/loading/nextTask.ts';

/**
 * The map. Its code loads after the list. On a slow device Leaflet is a long task, which must not
 * delay the first screen.
 */
export const stationMap = new LazyPart(async () => {
  await nextTask();
  await import('leaflet');
  await nextTask();
  const { StationMap } = await import('../../features/stations/map/maps.ts');
  // The style of the map has loaded with its code. Wait until it is applied, because Leaflet
  // measures at once.
  await nextFrame();
  return StationMap;
});
