import type { MyStations } from '../../../contract/favourites.ts';
import { isMyStations } from '../../../contract/rules/shapes/favouriteShapes.ts';
import { usePersonalAnswer } from '../../api/usePersonalAnswer.ts';
import type { Shown } from '../../api/usePersonalAnswer.ts';
import { usePolling } from '../../lib/device/heartbeat.ts';
import { useGetMyStationsQuery } from './favouritesApi.ts';

/** In milliseconds. While the page is visible, the list is requested again at this interval. */
const pollingInterval = 30_000;

/** The stations of the signed-in rider. Without a network, the data is the last answer that this device stored. */
export function useMyStations(): Shown<MyStations> {
  const query = useGetMyStationsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  usePolling(pollingInterval, query.refetch);
  return usePersonalAnswer('stations', isMyStations, query);
}
