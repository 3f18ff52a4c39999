import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { NewWatch, Watch } from '../../../contract/watches.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openEventStream } from '../../http/answers/eventStream.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { admitSession } from '../auth/guard.ts';
import { followWatch } from './followWatch.ts';
import { endWatch, readWatch, setWatch } from './watches.ts';

const tags = ['watches'];
const WatchParams = z.object({ id: z.string().max(100) });

/** Limits how often a caller creates watches, because deleted watches do not count as open watches. */
const settings = { name: 'watch:address', limit: 120, windowSeconds: 3600 };

/** The routes need no session, because a caller needs the secret id of a watch to read or end it. */
export const watchRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.post(
    paths.watches,
    {
      config: { bound: callBounds.form },
      onRequest: admitSession(deps),
      schema: {
        summary: 'Create a watch for a charger or a free slot at a station',
        tags,
        security: [{}, { session: [] }],
        body: NewWatch,
        response: { 201: Watch },
      },
    },
    async (request, reply) => {
      const caller = callerNetwork(request.ip);
      await countCall(deps.db, settings, caller, deps.clock.now());
      const userId = request.session?.userId ?? null;
      return reply.code(201).send(await setWatch(deps, request.body, caller, userId));
    },
  );

  app.get(
    paths.watch,
    {
      config: { bound: callBounds.watch },
      schema: { summary: 'A watch', tags, params: WatchParams, response: { 200: Watch } },
    },
    async (request) => {
      return readWatch(deps.db, request.params.id);
    },
  );

  app.delete(
    paths.watch,
    {
      config: { bound: callBounds.form },
      schema: {
        summary: 'Waits no longer',
        tags,
        params: WatchParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await endWatch(deps, request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    paths.watchEvents,
    {
      config: { bound: callBounds.watch },
      schema: {
        summary: 'The state of a watch, and its answer, as server-sent events named `watch`',
        tags,
        params: WatchParams,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readWatch(deps.db, id);
      const stream = openEventStream(request, reply);
      const stop = followWatch(deps, id, {
        send: (watch) => stream.send('watch', watch),
        ended: () => stream.close(),
      });
      void stream.closed.then(stop);
      return reply;
    },
  );
};
