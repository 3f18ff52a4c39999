import { useSyncExternalStore } from 'react';
import { apiErrorCode } from './apiError.ts';

/** An action that waits for the rider's proof. */
interface ProofRequest {
  /** Call once: with true after the server accepted the proof, with false if the rider gives none. */
  finish: (isProven: boolean) => void;
}

let request: ProofRequest | null = null;
/** The pages that can show the sheet of the proof. */
const hosts = new Set<() => void>();

function setRequest(next: ProofRequest | null): void {
  request = next;
  for (const notify of hosts) notify();
}

/** Asks the rider for a proof. Resolves to false if no page can ask, or the rider gives none. */
function askForProof(): Promise<boolean> {
  if (hosts.size === 0) return Promise.resolve(false);
  request?.finish(false);
  return new Promise((resolve) => {
    setRequest({
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

/** The action that waits for a proof, for the component that asks the rider. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(subscribe, () => request);
}

/**
 * Runs an action. If the server needs a proof for it, asks the rider, and runs the action once more
 * after the proof. The second run must make the same request.
 */
export async function withProof<Answer extends { error?: unknown }>(
  act: () => PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await act();
  if (answer.error === undefined || apiErrorCode(answer.error) !== 'proofNeeded') return answer;
  return (await askForProof()) ? act() : answer;
}
