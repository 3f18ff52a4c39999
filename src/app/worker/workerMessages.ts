import { importWithRetry } from '../../lib/loading/importWithRetry.ts';
import type { Store } from '../state/store.ts';

/** Listens to the messages of the service worker, such as a network answer that came after the cached answer. */
export function listenToWorker(store: Store): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // Messages are rare and come after the start, so their code is not part of the first load.
    importWithRetry(() => import('./lateAnswers.ts')).then(
      ({ applyMessage }) => applyMessage(store, data),
      () => {
        // The code failed to load. The next request of the app gets the same data.
      },
    );
  });
}
