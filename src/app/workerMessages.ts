import { importWithRetry } from '../lib/importWithRetry.ts';
import type { Store } from './store.ts';

/** Takes in what the service worker learns after it has answered. */
export function listenToWorker(store: Store): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Seldom, and late by nature: the first load does without its code.
    importWithRetry(() => import('./lateAnswers.ts')).then(
      ({ applyWorkerMessage }) => applyWorkerMessage(store, data),
      () => {
        // The code did not load: the next poll brings the same.
      },
    );
  });
}
