import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationSummary } from '../../../contract/stations.ts';
import { formatDistance, walkingMinutes } from '../../lib/format/geo.ts';

type Counts = Pick<StationSummary, 'chargers' | 'freeSlots'>;

/** Texts about stations in the active language; stable until the language changes. */
export function useStationWords() {
  const { t, i18n } = useTexts();
  const { language } = i18n;
  return useMemo(() => stationWords(t, language), [t, language]);
}

const useTexts = () => useTranslation(['stations', 'messages']);

function stationWords(t: ReturnType<typeof useTexts>['t'], language: string) {
  const parts = ({ chargers, freeSlots }: Counts) => ({
    chargers: t(($) => $.messages.chargers, { count: chargers }),
    freeSlots: t(($) => $.messages.freeSlots, { count: freeSlots }),
  });

  return {
    /**
     * `6 chargers · 2 free slots`, beginning with what the person looks for, or that the cabinet is
     * offline.
     */
    counts: (station: Counts & { online: boolean }, purpose: 'rent' | 'return' = 'rent') => {
      if (!station.online) return t(($) => $.stationOffline);
      return purpose === 'rent'
        ? t(($) => $.counts, parts(station))
        : t(($) => $.countsToReturn, parts(station));
    },
    closed: () => t(($) => $.closed),
    /** `220 m · 3 min walk`. */
    way: (metres: number) =>
      t(($) => $.distanceWalk, {
        distance: formatDistance(metres, language),
        walk: t(($) => $.walk, { count: walkingMinutes(metres) }),
      }),
    /** `Corner Bakery, 6 chargers, 2 free slots`: the accessible name of a pin. */
    pin: (station: Counts & { name: string; online: boolean }) =>
      station.online
        ? t(($) => $.pinName, { name: station.name, ...parts(station) })
        : t(($) => $.offlinePin, { name: station.name }),
    /** `5 stations, 22 chargers, 12 free slots`: the accessible name of a cluster. */
    cluster: (cluster: Counts & { stations: number }) =>
      t(($) => $.cluster, { count: cluster.stations, ...parts(cluster) }),
  };
}
