import { useSyncExternalStore } from 'react';

export type Connection = 'online' | 'offline';

let connection: Connection = 'online';
const listeners = new Set<() => void>();

function become(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

/** The server answered. */
export function reportReached(): void {
  become('online');
}

/** No answer came, or the service worker answered from what it kept. */
export function reportUnreached(): void {
  become('offline');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the last request reached the server. The browser's own flag is not asked: it guesses. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}
