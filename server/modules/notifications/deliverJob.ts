import { z } from 'zod';

/** The outbox's job that takes a notification to its rider's devices. */
export const deliverJob = 'notification.deliver';
export const DeliverPayload = z.object({ notificationId: z.uuid() });
export type DeliverPayload = z.infer<typeof DeliverPayload>;
