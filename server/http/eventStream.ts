import type { FastifyReply, FastifyRequest } from 'fastify';

/** A live stream of server-sent events to one client. */
export interface EventStream {
  /** Sends one event; `data` is what JSON can hold. Does nothing once the stream is closed. */
  send(event: string, data: unknown): void;
  /** Resolves when the client has gone or the server ends the stream; then stop listening. */
  readonly closed: Promise<void>;
  close(): void;
}

/** Proxies cut connections that are silent for a minute or less. */
const heartbeatMs = 15_000;

/** Nobody reads this fast: a client that far behind is cut, and reads the truth when it is back. */
const maxBufferedBytes = 1_000_000;

/** Answers the request with an open stream. The route handler returns `reply` after it. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would keep the events back otherwise.
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
  });
  // Written to after its end, a response fails with an error that nobody hears: the process would end.
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
  };
  write(': open\n\n');

  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
  heartbeat.unref();
  const open = request.server.eventStreams;
  const closed = new Promise<void>((resolve) => {
    // Whoever left while the session was being looked up will not leave again.
    if (raw.destroyed) resolve();
    else raw.once('close', () => resolve());
  });
  const stream: EventStream & { sessionHash: string | null } = {
    sessionHash: request.session?.idHash ?? null,
    closed,
    send(event, data) {
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    close() {
      raw.end();
    },
  };
  open.add(stream);
  // The session may have ended since the guard looked at it.
  if (request.server.endedSessions.has(stream.sessionHash ?? '')) stream.close();
  void closed.then(() => {
    clearInterval(heartbeat);
    open.delete(stream);
  });
  return stream;
}
