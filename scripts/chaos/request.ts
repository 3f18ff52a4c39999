import { request as send, type Agent, type IncomingMessage } from 'node:http';
import { publicHost } from './publicHost.ts';

/** The server to which a request is sent. */
export interface Target {
  readonly port: number;
  readonly agent: Agent;
}

export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The client address that the reverse proxy reports. */
  from?: string;
  timeoutMs?: number;
}

/**
 * The result of a request. `refused`: no connection was made. `cut`: the connection ended without a
 * complete answer. `reused`: the connection had carried another request before, so the server may
 * have closed it because it was idle. `timeout`: no complete answer came within `timeoutMs`.
 */
export type Received =
  | { kind: 'answer'; status: number; type: string; body: unknown; retryAfter: number | null }
  | { kind: 'refused' }
  | { kind: 'cut'; reused: boolean }
  | { kind: 'timeout' };

/** Sends one request, with the headers with which a reverse proxy would forward it. */
export function request(target: Target, sent: Sent): Promise<Received> {
  const { method = 'GET', path, headers, body, from = '198.51.100.1', timeoutMs = 15_000 } = sent;
  return new Promise((resolve) => {
    let hasConnected = false;
    const outgoing = send({
      host: '127.0.0.1',
      port: target.port,
      agent: target.agent,
      method,
      path,
      headers: {
        host: publicHost,
        'x-forwarded-for': from,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': publicHost,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const timer = setTimeout(() => {
      resolve({ kind: 'timeout' });
      outgoing.destroy();
    }, timeoutMs);
    const cut = () =>
      resolve(hasConnected ? { kind: 'cut', reused: outgoing.reusedSocket } : { kind: 'refused' });
    outgoing.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => (hasConnected = true));
      else hasConnected = true;
    });
    outgoing.on('error', cut);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('response', (response) => {
      read(response).then(resolve, cut);
    });
    outgoing.end(body);
  });
}

async function read(response: IncomingMessage): Promise<Received> {
  let text = '';
  for await (const part of response) text += String(part);
  const type = response.headers['content-type'] ?? '';
  const isJson = type.includes('json');
  const after = response.headers['retry-after'];
  return {
    kind: 'answer',
    status: response.statusCode ?? 0,
    type,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    retryAfter: after === undefined ? null : Number(after),
  };
}
