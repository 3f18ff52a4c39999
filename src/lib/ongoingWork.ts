import { useEffect, useState, useSyncExternalStore } from 'react';

/** What a reload, or being led to another page, would spoil or lose. */
export type OngoingWork =
  /** Money or a charger is on its way: no tab is given another version meanwhile. */
  | 'money'
  /** Something was typed or chosen, and not sent. */
  | 'typing'
  /** A camera runs. */
  | 'camera'
  /** A question waits for its answer. */
  | 'question'
  /** Something is being sent, and its answer will be wanted. */
  | 'sending';

const begun: OngoingWork[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Says that something is under way on this page.
 *
 * @returns says that it is over.
 */
export function beginWork(what: OngoingWork): () => void {
  begun.push(what);
  tell();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    begun.splice(begun.indexOf(what), 1);
    tell();
  };
}

/** Whether any of these is under way on this page; without a word, whether anything is. */
export function isWorkOngoing(...any: OngoingWork[]): boolean {
  return any.length === 0 ? begun.length > 0 : any.some((what) => begun.includes(what));
}

/** Calls whenever something is begun or over. */
export function watchOngoingWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The same as `isWorkOngoing`, followed. */
export function useIsWorkOngoing(...any: OngoingWork[]): boolean {
  return useSyncExternalStore(watchOngoingWork, () => isWorkOngoing(...any));
}

/** As `beginWork`, for as long as the component is there and `isSo`. */
export function useOngoingWork(what: OngoingWork, isSo: boolean): void {
  useEffect(() => (isSo ? beginWork(what) : undefined), [what, isSo]);
}

/** Holds while a field has another text than the one that it began with. */
export function useUnsavedText(text: string): void {
  const [first] = useState(text);
  useOngoingWork('typing', text !== '' && text !== first);
}
