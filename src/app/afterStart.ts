import { watchOtherTabs } from '../features/auth/otherTabs.ts';
import { resumePosition } from '../features/stations/position.ts';
import { keepInstallPrompt } from '../lib/install.ts';
import { startOnboarding } from '../lib/onboarding.ts';
import { homeAsides } from '../pages/home/homeAsidesPart.ts';
import { forgetWithSession } from './forgetPerson.ts';
import { keepStations } from './keepStations.ts';
import { keepLastVisit } from './lastVisit.ts';
import { persist } from './persistence.ts';
import { reconnect } from './reconnect.ts';
import { registerServiceWorker } from './serviceWorker.ts';
import { keepStartLanguage } from './startLanguage.ts';
import { tellInvited } from './tellInvited.ts';
import { tellLanguage } from './tellLanguage.ts';
import { warmLateCode } from './warmLateCode.ts';
import type { Store } from './store.ts';

/** What nobody waits for: it begins once the first screen stands. */
export function afterStart(store: Store): void {
  keepInstallPrompt();
  startOnboarding();
  persist(store);
  watchOtherTabs(store);
  forgetWithSession(store);
  keepLastVisit(store);
  keepStartLanguage();
  reconnect(store);
  void resumePosition();
  void tellInvited(store);
  whenQuiet(() => {
    void homeAsides.fetch();
    void tellLanguage().then(registerServiceWorker);
    if (import.meta.env.PROD) keepStations(store);
    if (import.meta.env.PROD) warmLateCode();
  });
}

/** What the worker fetches for later must not compete with what this page still needs. */
function whenQuiet(work: () => void): void {
  const wait = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(work, { timeout: 4000 })
      : setTimeout(work, 2000);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
