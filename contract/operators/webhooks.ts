import { z } from 'zod';
import { Reason } from './team.ts';

/*
 * Webhooks: the server sends messages about events to addresses of the operator. The messages
 * follow the specification Standard Webhooks (standardwebhooks.com). A message may arrive more than
 * once, and messages may arrive in any order. After three days without success, the server stops
 * sending a message. Only administrators add, change and remove endpoints.
 */

/** The types of messages. Never remove a type, and never change the meaning of its data. */
export const WebhookType = z.enum([
  'rental.started',
  'rental.returned',
  'rental.completed',
  'rental.failed',
  'payment.captured',
  'payment.refunded',
  'payment.failed',
  'payment.disputed',
  'case.opened',
  'case.overdue',
  'case.closed',
  'station.online',
  'station.offline',
  'ticket.opened',
  'ticket.closed',
  'charger.lost',
  'charger.found',
  'tariff.changed',
]);
export type WebhookType = z.infer<typeof WebhookType>;

/** The body of a message. `data` contains ids and public fields, but no personal data. */
export const WebhookMessage = z.object({
  /** The id is the same in every try, so that a receiver can ignore a message that it has already processed. */
  id: z.uuid(),
  type: WebhookType,
  timestamp: z.iso.datetime(),
  version: z.literal(1),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

const Types = z
  .array(WebhookType)
  .min(1)
  .max(WebhookType.options.length)
  .transform((types) => WebhookType.options.filter((type) => types.includes(type)));

export const AddEndpoint = z.strictObject({
  /**
   * The address must use https. Only the hosts in the setting `WEBHOOK_PRIVATE_HOSTS` may also use
   * http.
   */
  url: z.url({ protocol: /^https?$/ }).max(500),
  types: Types.default([...WebhookType.options]),
  why: Reason,
});
export type AddEndpoint = z.output<typeof AddEndpoint>;

export const EndpointShown = z.object({
  id: z.uuid(),
  url: z.string(),
  types: z.array(WebhookType),
  createdAt: z.iso.datetime(),
  pausedAt: z.iso.datetime().nullable(),
  removedAt: z.iso.datetime().nullable(),
  /**
   * The number of messages that wait for the next try. `failed` is the number of messages that the server no longer
   * tries to deliver.
   */
  waiting: z.int(),
  failed: z.int(),
});
export type EndpointShown = z.infer<typeof EndpointShown>;

export const EndpointList = z.object({ endpoints: z.array(EndpointShown) });
export type EndpointList = z.infer<typeof EndpointList>;
export const EndpointChanged = z.object({ endpoint: EndpointShown, repeated: z.boolean() });
export type EndpointChanged = z.infer<typeof EndpointChanged>;

/** The secret with which the receiver checks the signatures, such as `whsec_…`. */
export const EndpointSecret = z.object({ secret: z.string(), repeated: z.boolean() });
export type EndpointSecret = z.infer<typeof EndpointSecret>;

/** `GET /api/ops/webhooks/{id}/deliveries`: the log of an endpoint, the newest message first. */
export const DeliveryQuery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']).optional(),
  /** The number of the last delivery of the previous page. */
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

export const DeliveryShown = z.object({
  number: z.int(),
  message: WebhookMessage,
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.int(),
  /**
   * The HTTP status of the last try, or the reason why there was no answer or why the server did not send the message;
   * null before the first try.
   */
  lastResult: z.string().nullable(),
  lastTriedAt: z.iso.datetime().nullable(),
});
export type DeliveryShown = z.infer<typeof DeliveryShown>;
export const DeliveryList = z.object({
  deliveries: z.array(DeliveryShown),
  before: z.int().nullable(),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/**
 * Sends the message `message` again. Without `message`, sends all failed messages of the endpoint
 * again.
 */
export const ReplayDeliveries = z.strictObject({ message: z.uuid().optional(), why: Reason });
export const DeliveriesReplayed = z.object({ messages: z.int(), repeated: z.boolean() });
export type DeliveriesReplayed = z.infer<typeof DeliveriesReplayed>;
