import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

/**
 * On a bad line one request fails while another comes through. Only where none does for this long
 * after the first failure is the server taken for unreachable.
 */
const graceMs = 1500;

let connection: Connection = 'online';
let grace: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<(connection: Connection) => void>();

function become(next: Connection): void {
  if (grace !== null) clearTimeout(grace);
  grace = null;
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener(connection);
}

/** The server answered. */
export function reportReached(): void {
  become('online');
}

/** No answer came, or the service worker answered from what it kept because none came. */
export function reportUnreached(): void {
  grace ??= setTimeout(() => become('offline'), graceMs);
}

/** Something that must not be taken for done got no answer: whoever did it has to know at once. */
export function reportLost(): void {
  become('offline');
}

export function currentConnection(): Connection {
  return connection;
}

/** Calls back at each change until the answered function is called. */
export function watchConnection(listener: (connection: Connection) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server is reached. The browser's own flag is not asked: it guesses. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, currentConnection);
}
