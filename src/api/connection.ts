import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

/**
 * The milliseconds from the first failed request until the app counts as offline. On a bad network, one
 * request may fail while another one succeeds. A success within this time cancels the timer.
 */
const graceMs = 1500;

let connection: Connection = 'online';
let grace: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<(connection: Connection) => void>();

function setConnection(next: Connection): void {
  if (grace !== null) clearTimeout(grace);
  grace = null;
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener(connection);
}

/** Call this when the server answered. */
export function reportReached(): void {
  setConnection('online');
}

/**
 * Call this when no answer came, or when the service worker answered from its cache because it got no
 * answer. A cached answer on a slow network does not count.
 */
export function reportUnreached(): void {
  grace ??= setTimeout(() => setConnection('offline'), graceMs);
}

/** Call this when a write got no answer. The user must learn at once that the write may have failed. */
export function reportLost(): void {
  setConnection('offline');
}

export function currentConnection(): Connection {
  return connection;
}

/** Calls the listener when the connection changes. The returned function removes the listener. */
export function watchConnection(listener: (connection: Connection) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can be reached. This hook does not use `navigator.onLine`, because that flag is often wrong. */
export function useConnection(): Connection {
  return useSyncExternalStore(watchConnection, currentConnection);
}
