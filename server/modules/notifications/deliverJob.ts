import { z } from 'zod';

/** The outbox's job that takes a notification to its rider's devices. */
export const deliverJob = 'notification.deliver';
/** The same for news, which may go to every rider at once: nobody's return waits behind it. */
export const deliverNewsJob = 'news.deliver';
export const DeliverPayload = z.object({ notificationId: z.uuid() });
export type DeliverPayload = z.infer<typeof DeliverPayload>;
