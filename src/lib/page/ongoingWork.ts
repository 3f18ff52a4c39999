import { useEffect, useState, useSyncExternalStore } from 'react';

/** Work that a reload or a navigation would interrupt or lose. */
export type OngoingWork =
  /**
   * A payment runs, a charger is being released, or a request with an idempotency key is being
   * sent. Meanwhile, no new version of the service worker takes over, if the browser supports
   * locks.
   */
  | 'money'
  /** The user has typed or selected something and has not sent it. */
  | 'typing'
  /** The camera is on. */
  | 'camera'
  /** A dialog waits for an answer. */
  | 'question'
  /** A write without an idempotency key, or a file, is being sent to the server. */
  | 'sending';

const ongoing: OngoingWork[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Starts work on this page.
 *
 * @returns a function that ends the work.
 */
export function beginWork(what: OngoingWork): () => void {
  ongoing.push(what);
  notify();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    ongoing.splice(ongoing.indexOf(what), 1);
    notify();
  };
}

/**
 * Returns whether work of one of these kinds is ongoing on this page. Without arguments, work of
 * any kind counts.
 */
export function isWorkOngoing(...any: OngoingWork[]): boolean {
  return any.length === 0 ? ongoing.length > 0 : any.some((what) => ongoing.includes(what));
}

/** Calls the listener whenever work begins or ends. */
export function watchOngoingWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the result of `isWorkOngoing`, and renders again when the result changes. */
export function useIsWorkOngoing(...any: OngoingWork[]): boolean {
  return useSyncExternalStore(watchOngoingWork, () => isWorkOngoing(...any));
}

/** Marks work as ongoing while the component is mounted and `isSo` is true. */
export function useOngoingWork(what: OngoingWork, isSo: boolean): void {
  useEffect(() => (isSo ? beginWork(what) : undefined), [what, isSo]);
}

/** Marks typing as ongoing while a field contains text that differs from its first text. */
export function useUnsavedText(text: string): void {
  const [first] = useState(text);
  useOngoingWork('typing', text !== '' && text !== first);
}
