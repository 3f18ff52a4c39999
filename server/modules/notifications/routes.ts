import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  Notification,
  NotificationList,
  NotificationQuery,
  ReadNotifications,
  Unread,
} from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transact } from '../../db/unitOfWork.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { countUnread, findNotification, listNotifications } from './listNotifications.ts';
import { readNotifications } from './readNotifications.ts';

const tags = ['notifications'];
const security = [{ session: [] }];
const NotificationParams = z.object({ id: z.uuid() });

export const notificationRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.notifications,
    {
      config: { guests: true },
      schema: {
        summary: "The rider's notifications of the last 90 days, newest first",
        tags,
        security,
        querystring: NotificationQuery,
        response: { 200: NotificationList },
      },
    },
    async (request) =>
      listNotifications(deps.db, sessionOf(request).userId, request.query, deps.clock.now()),
  );

  app.get(
    paths.unread,
    {
      config: { guests: true },
      schema: {
        summary: 'The numbers of unread notifications and of unpaid orders',
        tags,
        security,
        response: { 200: Unread },
      },
    },
    async (request) => countUnread(deps.db, sessionOf(request).userId, deps.clock.now()),
  );

  app.post(
    paths.readNotifications,
    {
      config: { guests: true },
      schema: {
        summary: 'Mark notifications as read: some, or all up to a time',
        tags,
        security,
        body: ReadNotifications,
        response: { 200: Unread },
      },
    },
    async (request) =>
      transact(deps, (work) => readNotifications(work, sessionOf(request).userId, request.body)),
  );

  app.get(
    paths.notification,
    {
      config: { guests: true },
      schema: {
        summary: 'One notification',
        tags,
        security,
        params: NotificationParams,
        response: { 200: Notification },
      },
    },
    async (request) =>
      findNotification(deps.db, sessionOf(request).userId, request.params.id, deps.clock.now()),
  );
};
