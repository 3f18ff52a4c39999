import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ChangeOf, WaitingChange } from '../lib/storage/waitingChange.ts';
import { apiErrorCode } from './apiError.ts';

/** An action that waits for the rider's proof. */
export interface ProofRequest {
  change: WaitingChange;
  /** Call once: with true after the server accepted the proof, with false if the rider gives no proof. */
  finish: (isProven: boolean) => void;
}

let request: ProofRequest | null = null;
/** The listeners of the pages that can show the sheet for a proof. */
const hosts = new Set<() => void>();
/** The listeners of the forms that only need to know whether the app is asking for a proof. */
const watchers = new Set<() => void>();

function setRequest(next: ProofRequest | null): void {
  request = next;
  for (const notify of [...hosts, ...watchers]) notify();
}

/**
 * Asks the rider for a proof. Resolves to false if no page can show the sheet for a proof, or if the rider gives no
 * proof.
 */
function askForProof(change: WaitingChange): Promise<boolean> {
  if (hosts.size === 0) return Promise.resolve(false);
  request?.finish(false);
  return new Promise((resolve) => {
    setRequest({
      change,
      finish: (isProven) => {
        setRequest(null);
        resolve(isProven);
      },
    });
  });
}

function subscribe(notify: () => void): () => void {
  hosts.add(notify);
  return () => {
    hosts.delete(notify);
    // The rider left the page.
    if (hosts.size === 0) request?.finish(false);
  };
}

/** Returns the action that waits for a proof. `ProofHost` asks the rider for that proof. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

/**
 * Runs an action. If the server answers `proofNeeded`, asks the rider for a proof. With the proof, runs the action
 * again. Without the proof, returns the first answer. `act` must send the same request in both runs. `change`
 * describes the action, in case the rider leaves the app for the proof.
 */
export async function withProof<Answer extends { error?: unknown }>(
  change: WaitingChange,
  act: () => PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await act();
  if (answer.error === undefined || apiErrorCode(answer.error) !== 'proofNeeded') return answer;
  return (await askForProof(change)) ? act() : answer;
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}

/** Whether the app is asking the rider for a proof. */
export function useIsProofAsked(): boolean {
  return useSyncExternalStore(watch, () => request !== null);
}

type Resume = (change: WaitingChange) => void;

/** For each kind of change, the function with which the page resumes a change of this kind. */
const resumes = new Map<WaitingChange['kind'], Resume>();
const resumeListeners = new Set<() => void>();

function setResume(kind: WaitingChange['kind'], resume: Resume | null): void {
  if (resume === null) resumes.delete(kind);
  else resumes.set(kind, resume);
  for (const notify of resumeListeners) notify();
}

function isOf<Kind extends WaitingChange['kind']>(
  change: WaitingChange,
  kind: Kind,
): change is ChangeOf<Kind> {
  return change.kind === kind;
}

/**
 * Registers the function with which the page resumes a change after the rider left the app for a proof and came back.
 * The function runs when the rider presses the button that confirms the change. For the kinds `unlink`, `refund` and
 * `deleteAccount`, the function runs without a press and opens the page's own confirmation.
 */
export function useResumableChange<Kind extends WaitingChange['kind']>(
  kind: Kind,
  resume: (change: ChangeOf<Kind>) => void,
): void {
  const run = useEffectEvent(resume);
  useEffect(() => {
    setResume(kind, (change) => {
      if (isOf(change, kind)) run(change);
    });
    return () => setResume(kind, null);
  }, [kind]);
}

function subscribeToResumes(notify: () => void): () => void {
  resumeListeners.add(notify);
  return () => resumeListeners.delete(notify);
}

/** The function that resumes a change; null if the page has not registered one. */
export function useResume(kind: WaitingChange['kind']): Resume | null {
  return useSyncExternalStore(subscribeToResumes, () => resumes.get(kind) ?? null);
}
