import { z } from 'zod';
import { StationId } from '../stations.ts';
import { OnlyReason } from './team.ts';

/*
 * Tickets: what a person must do at a station. Rules open tickets from the reports of the cabinets, and close a ticket
 * as soon as the condition of its rule no longer holds. Every change needs an `Idempotency-Key` and a reason, and
 * leaves an entry in the record of operators.
 */

/** The rule that opened a ticket. `docs/operating.md` explains each rule. */
export const TicketKind = z.enum([
  'dark',
  'powerLoss',
  'hot',
  'jammed',
  'slotFault',
  'chargerHeldBack',
  'low',
  'empty',
  'full',
  'clockWrong',
  'restartLoop',
]);
export type TicketKind = z.infer<typeof TicketKind>;

export const TicketState = z.enum(['open', 'onTheWay', 'done']);
export type TicketState = z.infer<typeof TicketState>;

export const TicketShown = z.object({
  /** Such as `K-7K3M-29QX`. */
  number: z.string(),
  kind: TicketKind,
  state: TicketState,
  station: z.string(),
  stationName: z.string(),
  /**
   * The slot that the ticket is about, and the charger that the ticket is about (`charger`). Both
   * are null if the ticket is about the whole station.
   */
  slot: z.int().nullable(),
  charger: z.string().nullable(),
  openedAt: z.iso.datetime(),
  /** The operator who is on the way to the station; null if nobody is. */
  takenBy: z.string().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** The operator who closed the ticket, or `server` if the condition of the rule no longer held. */
  closedBy: z.string().nullable(),
});
export type TicketShown = z.infer<typeof TicketShown>;

/** `GET /api/ops/tickets`: the oldest first. Without `state`, all tickets that are not done. */
export const TicketQuery = z.object({
  state: TicketState.optional(),
  kind: TicketKind.optional(),
  station: StationId.optional(),
  /** The number of the last ticket of the previous page. */
  after: z.string().max(20).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type TicketQuery = z.output<typeof TicketQuery>;
export const TicketList = z.object({
  tickets: z.array(TicketShown),
  after: z.string().nullable(),
});
export type TicketList = z.infer<typeof TicketList>;

export const TicketChanged = z.object({ ticket: TicketShown, repeated: z.boolean() });
export type TicketChanged = z.infer<typeof TicketChanged>;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 22:00');
const TimeZone = z
  .string()
  .max(60)
  .refine(isTimeZone, 'expected a time zone such as Europe/Madrid');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Sets the caller's own alerts: e-mails about new tickets and overdue cases. During the quiet
 * hours, the server sends no alerts. When the quiet hours end, it sends the alerts of these hours.
 * Null switches the alerts off.
 */
export const SetAlerts = OnlyReason.extend({
  alerts: z
    .strictObject({
      email: z.email().max(200),
      quietHours: z.strictObject({ from: Time, to: Time, timeZone: TimeZone }).nullable(),
    })
    .nullable(),
});
export type SetAlerts = z.output<typeof SetAlerts>;

export const AlertsShown = z.object({ alerts: SetAlerts.shape.alerts });
export type AlertsShown = z.infer<typeof AlertsShown>;
export const AlertsChanged = AlertsShown.extend({ repeated: z.boolean() });
export type AlertsChanged = z.infer<typeof AlertsChanged>;
