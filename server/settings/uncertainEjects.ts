import { z } from 'zod';

/**
 * The limits for uncertain ejects. Up to these numbers, the server does nothing special. See
 * `server/modules/rental/uncertainEjects.ts`.
 */
export interface UncertainEjectSettings {
  /** The number of days for which an uncertain eject counts for its rider and its card. */
  readonly days: number;
  readonly perRider: number;
  readonly perCard: number;
  /** The limit for one station within a day. */
  readonly perStation: number;
  /**
   * How long the server keeps the payment hold at most if the rider or the card is above the limit, in hours from the
   * start of the rental.
   */
  readonly holdHours: number;
}

const count = z.coerce.number().int().min(0).max(1_000_000);

export const uncertainEjectVariables = {
  UNCERTAIN_EJECT_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  UNCERTAIN_EJECTS_PER_RIDER: count.default(2),
  UNCERTAIN_EJECTS_PER_CARD: count.default(2),
  UNCERTAIN_EJECTS_PER_STATION: count.default(4),
  // The default is below five days, because some banks end a hold after five days, others after a week.
  UNCERTAIN_EJECT_HOLD_HOURS: z.coerce.number().int().min(0).max(160).default(96),
};

const Values = z.object(uncertainEjectVariables);

export function uncertainEjectSettings(values: z.infer<typeof Values>): UncertainEjectSettings {
  return {
    days: values.UNCERTAIN_EJECT_DAYS,
    perRider: values.UNCERTAIN_EJECTS_PER_RIDER,
    perCard: values.UNCERTAIN_EJECTS_PER_CARD,
    perStation: values.UNCERTAIN_EJECTS_PER_STATION,
    holdHours: values.UNCERTAIN_EJECT_HOLD_HOURS,
  };
}
