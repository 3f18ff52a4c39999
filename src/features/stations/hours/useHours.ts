import { useTranslation } from 'react-i18next';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { formatMinuteOfDay, openState, weekdayName } from './openingHours.ts';

/**
 * Returns the opening state as text, such as `Open until 9:00 PM`, or the next opening. The times are in the
 * station's time zone. The text changes as time passes.
 */
export function useHours({ hours, timeZone }: Pick<StationSummary, 'hours' | 'timeZone'>): string {
  const { t, i18n } = useTranslation('stations');
  const state = openState(hours, timeZone, useServerNow(60_000));
  if (state.open) {
    return state.allDay
      ? t(($) => $.openAllDay)
      : t(($) => $.openUntil, { time: formatMinuteOfDay(state.until) });
  }
  if (state.opens === null) return t(($) => $.closed);
  const { inDays, weekday, minute } = state.opens;
  const time = formatMinuteOfDay(minute);
  return inDays === 0
    ? t(($) => $.opensAt, { time })
    : t(($) => $.opensOn, { day: weekdayName(weekday, i18n.language), time });
}
