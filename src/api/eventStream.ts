import { reportReached, reportUnreached } from './connection.ts';
import { readSessionId } from './session.ts';
import { isNetworkError } from './isNetworkError.ts';

export interface ServerEvent {
  name: string;
  data: string;
}

/** Splits the text of a `text/event-stream` answer into events. The text may arrive in pieces of any size. */
export class EventParser {
  #rest = '';
  #name = '';
  #data: string[] = [];

  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = this.#readLine(line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #readLine(line: string): ServerEvent | null {
    if (line === '') {
      const event = {
        name: this.#name === '' ? 'message' : this.#name,
        data: this.#data.join('\n'),
      };
      const complete = this.#data.length > 0;
      this.#name = '';
      this.#data = [];
      return complete ? event : null;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    return null;
  }
}

export interface EventStreamOptions {
  /** Aborting this signal ends the stream permanently. */
  signal: AbortSignal;
  /** Called for each event with its parsed JSON data. */
  onEvent: (name: string, data: unknown) => void;
  /**
   * Called each time the stream connects. The caller must request its data again, because it may
   * have missed events.
   */
  onOpen?: () => void;
  /** Called if the server answers that the session has ended. */
  onRefused?: () => void;
  /**
   * Called each time the connection is lost or cannot be opened, except after `signal` is aborted. The caller must
   * then poll the server until the next `onOpen`.
   */
  onBroken?: () => void;
}

/** In milliseconds. The server sends an event or a heartbeat more often than this. */
const silenceLimit = 45_000;
const longestPause = 30_000;

async function connect(url: string, signal: AbortSignal): Promise<Response> {
  const session = readSessionId();
  try {
    return await fetch(url, {
      headers: {
        accept: 'text/event-stream',
        ...(session !== null && { authorization: `Bearer ${session}` }),
      },
      cache: 'no-store',
      redirect: 'error',
      // With low priority, the browser sends the other requests of the page first. The stream can wait, because it
      // transfers little data and stays open.
      priority: 'low',
      signal,
    });
  } catch (error) {
    if (!signal.aborted) reportUnreached();
    throw error;
  }
}

/**
 * Reads events until the server ends the stream. Throws if the stream cannot be opened, breaks, or sends nothing for
 * `silenceLimit`.
 */
async function readOnce(url: string, options: EventStreamOptions): Promise<void> {
  const connection = new AbortController();
  const close = () => connection.abort();
  options.signal.addEventListener('abort', close);
  let silence = setTimeout(close, silenceLimit);
  try {
    const response = await connect(url, connection.signal);
    if (response.status === 401) options.onRefused?.();
    if (!response.ok || response.body === null) throw new TypeError(`stream: ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // An answer of another content type comes from a captive portal, not from our server.
      reportUnreached();
      throw new TypeError('no event stream');
    }
    reportReached();
    options.onOpen?.();
    const parser = new EventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(close, silenceLimit);
      for (const { name, data } of parser.push(value)) {
        const parsed: unknown = JSON.parse(data);
        options.onEvent(name, parsed);
      }
    }
  } finally {
    clearTimeout(silence);
    options.signal.removeEventListener('abort', close);
    connection.abort();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

/**
 * Receives server-sent events with `fetch`, because `EventSource` cannot send the session.
 * Reconnects after growing pauses. Resolves when the signal is aborted.
 */
export async function openEventStream(url: string, options: EventStreamOptions): Promise<void> {
  let failures = 0;
  const watched: EventStreamOptions = {
    ...options,
    onOpen: () => {
      failures = 0;
      options.onOpen?.();
    },
  };
  while (!options.signal.aborted) {
    try {
      await readOnce(url, watched);
    } catch (error) {
      if (!isNetworkError(error) && !(error instanceof SyntaxError)) throw error;
    }
    if (options.signal.aborted) return;
    options.onBroken?.();
    await pause(Math.min(longestPause, 1000 * 2 ** failures), options.signal);
    failures += 1;
  }
}
