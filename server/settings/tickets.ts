import { z } from 'zod';

/** The limits of the rules that open tickets. */
export interface TicketSettings {
  readonly darkMinutes: number;
  readonly stockMinutes: number;
  readonly lowHours: number;
  readonly hotDegrees: number;
}

const minutes = z.coerce.number().int().min(1).max(10_000);

export const ticketVariables = {
  TICKET_DARK_MINUTES: minutes.default(10),
  TICKET_STOCK_MINUTES: minutes.default(60),
  TICKET_LOW_HOURS: z.coerce.number().int().min(0).max(24).default(2),
  TICKET_HOT_DEGREES: z.coerce.number().int().min(1).max(150).default(60),
};

const Values = z.object(ticketVariables);

export function ticketSettings(values: z.infer<typeof Values>): TicketSettings {
  return {
    darkMinutes: values.TICKET_DARK_MINUTES,
    stockMinutes: values.TICKET_STOCK_MINUTES,
    lowHours: values.TICKET_LOW_HOURS,
    hotDegrees: values.TICKET_HOT_DEGREES,
  };
}
