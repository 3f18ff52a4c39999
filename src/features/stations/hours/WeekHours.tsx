import { useTranslation } from 'react-i18next';
import type { StationSummary } from '../../../../contract/stations.ts';
import { useServerNow } from '../../../api/serverClock.ts';
import { Disclosure } from '../../../ui/dialog/Disclosure.tsx';
import { formatMinuteOfDay, weekdayName, weekHours } from './openingHours.ts';
import type { DayHours } from './openingHours.ts';
import styles from '../StationSheet.module.css';

/** The hours of all days of the week. Today is bold. */
export function WeekHours({ hours, timeZone }: Pick<StationSummary, 'hours' | 'timeZone'>) {
  const { t, i18n } = useTranslation(['sheet', 'stations']);
  const days = weekHours(hours, timeZone, useServerNow(60_000));
  // If the venue never closes, the sheet already says so in a line above.
  if (days.every((day) => day.hours?.allDay)) return null;
  const words = ({ hours: open }: DayHours) => {
    if (open === null) return t(($) => $.closedDay);
    if (open.allDay) return t(($) => $.stations.openAllDay);
    const from = formatMinuteOfDay(open.start);
    return t(($) => $.stations.hoursOfDay, { from, to: formatMinuteOfDay(open.end) });
  };
  return (
    <Disclosure summary={t(($) => $.week)}>
      <dl className={styles['week']}>
        {days.map((day) => (
          <div key={day.weekday} aria-current={day.isToday ? 'date' : undefined}>
            <dt>{weekdayName(day.weekday, i18n.language, 'long')}</dt>
            <dd>{words(day)}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
