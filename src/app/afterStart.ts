import { resumePosition } from '../features/stations/position.ts';
import { keepLastVisit } from './lastVisit.ts';
import { persist } from './persistence.ts';
import { registerServiceWorker } from './serviceWorker.ts';
import { keepStartLanguage } from './startLanguage.ts';
import type { Store } from './store.ts';

/** What nobody waits for: it begins once the first screen stands. */
export function afterStart(store: Store): void {
  persist(store);
  keepLastVisit(store);
  keepStartLanguage();
  void resumePosition();
  registerServiceWorker();
}
