import type { FastifyInstance } from 'fastify';
import type { OpenStream } from '../answers/eventStream.ts';

/** The session of a request. It is set after the guard has accepted the session. */
export interface RequestSession {
  readonly idHash: string;
  readonly userId: string;
  readonly isGuest: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: RequestSession | null;
  }
  interface FastifyInstance {
    eventStreams: Set<OpenStream>;
    /** The hashes of the ids of sessions that ended in the last minute. */
    endedSessions: Set<string>;
  }
}

/** How long an ended session stays in `endedSessions`, because an earlier request may still open a stream. */
const inProgressMs = 60_000;

/**
 * Declares the properties that guards and streams set on requests and on the server. When the server closes, it ends
 * all streams.
 */
export function decorateRequestState(app: FastifyInstance): void {
  app.decorateRequest('session', null);
  app.decorate('eventStreams', new Set<OpenStream>());
  app.decorate('endedSessions', new Set<string>());
  app.addHook('preClose', async () => {
    for (const stream of app.eventStreams) stream.close();
  });
}

/** Ends all streams of a session when the session ends, also streams that are just being opened. */
export function closeStreamsOf(app: FastifyInstance, sessionHash: string): void {
  app.endedSessions.add(sessionHash);
  setTimeout(() => app.endedSessions.delete(sessionHash), inProgressMs).unref();
  for (const stream of app.eventStreams) {
    if (stream.sessionHash === sessionHash) stream.close();
  }
}
