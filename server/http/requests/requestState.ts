import type { FastifyInstance } from 'fastify';
import type { OpenStream } from '../answers/eventStream.ts';

/** The session that a request came with, once its guard let it pass. */
export interface RequestSession {
  readonly idHash: string;
  readonly userId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: RequestSession | null;
  }
  interface FastifyInstance {
    eventStreams: Set<OpenStream>;
    /** Sessions that ended a moment ago. */
    endedSessions: Set<string>;
  }
}

/** For so long a request may be under way that was let in before its session ended. */
const underWayMs = 60_000;

/** Prepares what guards and streams keep on requests and on the server. */
export function decorateRequestState(app: FastifyInstance): void {
  app.decorateRequest('session', null);
  app.decorate('eventStreams', new Set<OpenStream>());
  app.decorate('endedSessions', new Set<string>());
  app.addHook('preClose', async () => {
    for (const stream of app.eventStreams) stream.close();
  });
}

/** Ends the streams that a session opened, and those that it is about to open, once it has ended. */
export function closeStreamsOf(app: FastifyInstance, sessionHash: string): void {
  app.endedSessions.add(sessionHash);
  setTimeout(() => app.endedSessions.delete(sessionHash), underWayMs).unref();
  for (const stream of app.eventStreams) {
    if (stream.sessionHash === sessionHash) stream.close();
  }
}
