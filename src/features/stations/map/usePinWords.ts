import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countedWords, countsText } from '../../../../contract/rules/firstScreen/stationTexts.ts';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useStationWords } from '../useStationWords.ts';

type Counts = Pick<StationSummary, 'chargers' | 'freeSlots'>;

export type PinWords = ReturnType<typeof usePinWords>;

/** Returns the accessible names of the pins. The object is the same until the language changes. */
export function usePinWords() {
  const { t } = useTranslation('stations');
  const words = useStationWords();
  return useMemo(
    () => ({
      /** The name of a station, such as `Corner Bakery, 6 chargers, 2 free slots`. */
      pin: (station: Counts & Pick<StationSummary, 'name' | 'online' | 'paused'>) => {
        if (!station.online) return t(($) => $.offlinePin, { name: station.name });
        if (station.paused) {
          // The name contains the number that the pin shows.
          const counts = countsText(words, station);
          return t(($) => $.pausedPin, {
            ...countedWords(words, station),
            name: station.name,
            counts,
          });
        }
        return t(($) => $.pinName, { name: station.name, ...countedWords(words, station) });
      },
      /** The name of a cluster, such as `5 stations, 22 chargers, 12 free slots`. */
      cluster: (cluster: Counts & { stations: number }) =>
        t(($) => $.cluster, { count: cluster.stations, ...countedWords(words, cluster) }),
    }),
    [t, words],
  );
}
