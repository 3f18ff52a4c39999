import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextFrame, nextTask } from '../../lib/loading/nextTask.ts';

/**
 * The map. Its code loads after the list, because on a slow device Leaflet is a long task that
 * would delay the first screen.
 */
export const stationMap = new LazyPart(async () => {
  await nextTask();
  // Both files load at the same time. Leaflet has a separate import, so that the browser runs the
  // code of Leaflet in a separate task.
  const [, { StationMap }] = await Promise.all([
    import('leaflet'),
    import('../../features/stations/map/maps.ts'),
  ]);
  // The style of the map has loaded together with its code. Wait until the browser has applied the
  // style, because Leaflet measures the map at once.
  await nextFrame();
  return StationMap;
});
