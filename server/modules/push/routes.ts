import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ChangeNotificationSettings,
  NotificationSettings,
  PushSubscriptionRef,
  SubscribePush,
} from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { changeSettings, readSettingsOf } from './notificationSettings.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

const tags = ['notifications'];
const security = [{ session: [] }];

/** The routes for notification settings, and for the browsers that get push messages. */
export const pushRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.notificationSettings,
    {
      config: { guests: true },
      schema: {
        summary: 'The settings of notifications outside the app',
        tags,
        security,
        response: { 200: NotificationSettings },
      },
    },
    async (request) => readSettingsOf(deps.db, sessionOf(request).userId),
  );

  app.put(
    paths.notificationSettings,
    {
      schema: {
        summary: 'Change the settings of notifications outside the app',
        tags,
        security,
        body: ChangeNotificationSettings,
        response: { 200: NotificationSettings },
      },
    },
    async (request) => changeSettings(deps, sessionOf(request).userId, request.body),
  );

  app.post(
    paths.pushSubscriptions,
    {
      config: { guests: true },
      schema: {
        summary: 'Send messages to this browser until the session ends',
        tags,
        security,
        body: SubscribePush,
        response: { 201: PushSubscriptionRef },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await subscribe(deps, sessionOf(request), request.body)),
  );

  app.delete(
    paths.pushSubscription,
    {
      config: { guests: true },
      schema: {
        summary: 'Send no more messages to this browser',
        tags,
        security,
        params: PushSubscriptionRef,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await unsubscribe(deps, sessionOf(request).userId, request.params.id);
      return reply.code(204).send();
    },
  );
};
