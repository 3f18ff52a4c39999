import { importWithRetry } from '../../lib/loading/importWithRetry.ts';
import type { Store } from '../state/store.ts';

/** Listens to the messages that the service worker sends after it has answered a request. */
export function listenToWorker(store: Store): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Messages are rare and come late, so their code is not part of the first load.
    importWithRetry(() => import('./lateAnswers.ts')).then(
      ({ applyMessage }) => applyMessage(store, data),
      () => {
        // The code failed to load. The next poll brings the same data.
      },
    );
  });
}
