import type { Config } from '../../../../contract/config.ts';

/** A day of the calendar, where the device is. */
interface Day {
  year: number;
  /** 1 is January. */
  month: number;
  day: number;
}

/** When a bank has usually given an amount back, by business days. */
export interface BankRange {
  from: Day;
  to: Day;
  /** Whoever has nothing by the end of it asks support. */
  supportAfter: Day;
  /** That day is over. */
  isLate: boolean;
}

/**
 * The day so many business days after a moment. Saturdays and Sundays do not count, holidays do: no
 * two banks have the same ones.
 */
export function businessDaysAfter(at: number, days: number): Date {
  const day = new Date(at);
  day.setHours(12, 0, 0, 0);
  for (let left = days; left > 0;) {
    day.setDate(day.getDate() + 1);
    if (day.getDay() !== 0 && day.getDay() !== 6) left--;
  }
  return day;
}

/** What to expect of an amount that we gave back at `at`. Both times in milliseconds. */
export function bankRange(at: number, refunds: Config['refunds'], now: number): BankRange {
  const support = businessDaysAfter(at, refunds.supportAfterDays);
  const over = new Date(support);
  over.setHours(24, 0, 0, 0);
  return {
    from: dayOf(businessDaysAfter(at, refunds.minimumDays)),
    to: dayOf(businessDaysAfter(at, refunds.maximumDays)),
    supportAfter: dayOf(support),
    isLate: now >= over.getTime(),
  };
}

function dayOf(date: Date): Day {
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}
