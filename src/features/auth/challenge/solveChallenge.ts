/**
 * Solves a challenge of the server in a worker, so that the page stays responsive. Resolves with null
 * if `signal` aborts, or if the browser cannot run the worker or compute its hashes.
 */
export function solveChallenge(challenge: string, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return Promise.resolve(null);
  const worker = new Worker(new URL('./challenge.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      resolve(typeof data === 'string' ? data : null),
    );
    worker.addEventListener('error', () => resolve(null));
    signal.addEventListener('abort', () => resolve(null));
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
}
