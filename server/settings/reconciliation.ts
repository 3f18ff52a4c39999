import { z } from 'zod';
import { isTimeZone } from '../time/timeZones.ts';

export interface ReconciliationSettings {
  /** The time of the daily comparison of the books, in minutes after midnight in `timeZone`. */
  readonly atMinute: number;
  /** The time zone of `atMinute`, and of the days in reports. */
  readonly timeZone: string;
  /**
   * The books and the provider may record a movement at different times. After this time, a
   * movement that only one of them has counts as a difference.
   */
  readonly delayHours: number;
}

export const reconciliationVariables = {
  RECONCILE_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 04:30')
    .default('04:00'),
  RECONCILE_ZONE: z
    .string()
    .refine(isTimeZone, 'expected a time zone such as America/Chicago')
    .default('UTC'),
  RECONCILE_DELAY_HOURS: z.coerce.number().int().min(1).max(720).default(24),
};

const Values = z.object(reconciliationVariables);

export function reconciliationSettings(values: z.infer<typeof Values>): ReconciliationSettings {
  const [hour = 0, minute = 0] = values.RECONCILE_AT.split(':').map(Number);
  return {
    atMinute: hour * 60 + minute,
    timeZone: values.RECONCILE_ZONE,
    delayHours: values.RECONCILE_DELAY_HOURS,
  };
}
