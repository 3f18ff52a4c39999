import type { FastifyInstance } from 'fastify';
import type { OpenStream } from '../answers/eventStream.ts';

/** The session of a request, once its guard has accepted it. */
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

/** How long a request may still run that was accepted before its session ended. */
const inProgressMs = 60_000;

/** Declares the properties that guards and streams set on requests and on the server. */
export function decorateRequestState(app: FastifyInstance): void {
  app.decorateRequest('session', null);
  app.decorate('eventStreams', new Set<OpenStream>());
  app.decorate('endedSessions', new Set<string>());
  app.addHook('preClose', async () => {
    for (const stream of app.eventStreams) stream.close();
  });
}

/** Ends the open streams of a session, and those that are being opened, when the session ends. */
export function closeStreamsOf(app: FastifyInstance, sessionHash: string): void {
  app.endedSessions.add(sessionHash);
  setTimeout(() => app.endedSessions.delete(sessionHash), inProgressMs).unref();
  for (const stream of app.eventStreams) {
    if (stream.sessionHash === sessionHash) stream.close();
  }
}
