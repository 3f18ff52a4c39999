import type { Config } from '../../../../contract/config.ts';

/** A calendar day in the device's time zone. */
interface Day {
  year: number;
  /** 1 is January. */
  month: number;
  day: number;
}

/** The days on which banks usually show a refund or the release of a hold. */
export interface BankRange {
  from: Day;
  to: Day;
  /** After this day the rider should contact support. */
  supportAfter: Day;
  /** True if the day `supportAfter` has passed. */
  isLate: boolean;
}

/**
 * Returns the day that is this many business days after a time. Saturdays and Sundays do not count. Holidays count as
 * business days, because they differ between banks.
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

/**
 * The days on which the bank should show a refund or a release that began at `at`. `at` and `now` are in milliseconds
 * since the epoch.
 */
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
