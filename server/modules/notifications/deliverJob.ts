import { z } from 'zod';

/** The outbox job that sends a notification to its rider's devices. */
export const deliverJob = 'notification.deliver';
/**
 * The outbox job that sends a notification about news. It is a separate job, because news may go to
 * every rider at once, but must not delay other notifications, such as the notification of a
 * return.
 */
export const deliverNewsJob = 'news.deliver';
export const DeliverPayload = z.object({ notificationId: z.uuid() });
export type DeliverPayload = z.infer<typeof DeliverPayload>;
