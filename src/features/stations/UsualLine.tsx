import { useTranslation } from 'react-i18next';
import type { Purpose } from '../../../contract/rules/firstScreen/purpose.ts';
import { localTime } from '../../../contract/rules/places/openNow.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { useServerNow } from '../../api/serverClock.ts';
import { formatMinuteOfDay } from './hours/openingHours.ts';
import { useGetUsualCountsQuery } from './usualCountsApi.ts';

export interface UsualLineProps {
  station: StationSummary;
  purpose: Purpose;
}

/**
 * A line with the usual counts of the station at the next full hour for which the server has enough samples. The line
 * is absent if there is no such hour, or if the server cannot be reached.
 */
export function UsualLine({ station, purpose }: UsualLineProps) {
  const { t } = useTranslation(['favourites', 'common']);
  const { data } = useGetUsualCountsQuery(station.id);
  const now = useServerNow(60_000);
  const next = data?.hours.find(({ at }) => Date.parse(at) > now);
  if (next === undefined) return null;
  const time = formatMinuteOfDay(localTime(Date.parse(next.at), station.timeZone).minute);
  const text = () => {
    if (purpose === 'return') {
      const freeSlots = t(($) => $.common.freeSlots, { count: next.freeSlots });
      return next.freeSlots === 0
        ? t(($) => $.usualFull, { time })
        : t(($) => $.usualFreeSlots, { freeSlots, time });
    }
    const chargers = t(($) => $.common.chargers, { count: next.chargers });
    return next.chargers === 0
      ? t(($) => $.usualEmpty, { time })
      : t(($) => $.usualChargers, { chargers, time });
  };
  return <p className="st-line">{text()}</p>;
}
