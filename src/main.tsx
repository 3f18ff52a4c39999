import { startTransition, useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { applyWebFont } from './app/webFont.ts';
import { startI18n } from './app/i18n.ts';
import { listenToWorker } from './app/worker/workerMessages.ts';
import { openLinkedStation } from './app/launch/openLinkedStation.ts';
import { primeCache } from './app/state/primeCache.ts';
import { fetchPage } from './app/routing/routes.ts';
import { saveLinkedInvite } from './app/launch/saveLinkedInvite.ts';
import { createStore, rootReducer } from './app/state/store.ts';
import { pagePatienceMs } from './lib/constants.ts';
import { importWithRetry, reloadFailedStyles } from './lib/loading/importWithRetry.ts';
import { nextTask } from './lib/loading/nextTask.ts';

// Not at the top level: a page's chunk imports this one, and would wait for what waits for it.
async function boot(root: HTMLElement): Promise<void> {
  reloadFailedStyles();
  const code = fetchPage(location.pathname);
  // The evaluation of the code was a long task already, on a slow device.
  await nextTask();
  const texts = startI18n();
  await nextTask();
  rootReducer();
  await nextTask();
  const store = createStore();
  await nextTask();
  listenToWorker(store);
  await primeCache(store);
  openLinkedStation(store, location);
  saveLinkedInvite(store, location);

  // What the start painted stays until the first screen can stand in its place as a whole.
  await Promise.all([texts, isListPainted() ? code : Promise.race([code, patience()])]);
  await nextTask();

  // As a transition, React pauses while it builds the first screen: what is painted stays usable.
  const isShown = new Promise<void>((resolve) => {
    startTransition(() => {
      createRoot(root).render(
        <Provider store={store}>
          <BrowserRouter>
            <Told onShown={resolve}>
              <App />
            </Told>
          </BrowserRouter>
        </Provider>,
      );
    });
  });

  const { afterStart } = await importWithRetry(() => import('./app/afterStart.ts'));
  // What changes a store meanwhile has React build the screen again, from its beginning and in one task.
  await Promise.race([isShown, patience()]);
  await nextTask();
  await afterStart(store);
}

/** Tells once that all of its content stands. */
function Told({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useLayoutEffect(() => void applyWebFont(), []);
  useEffect(onShown, [onShown]);
  return children;
}

/** Home's stations can be used while its code is on its way; of another page only lines are painted. */
function isListPainted(): boolean {
  return document.documentElement.dataset['start'] === 'home';
}

/** A page whose code does not come soon says so itself: it knows its name, and a way on. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pagePatienceMs));
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void boot(root);
