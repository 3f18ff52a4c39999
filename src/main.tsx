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

// Not at the top level, because the chunks of pages import this module and would wait for a top-level
// await.
async function boot(root: HTMLElement): Promise<void> {
  reloadFailedStyles();
  const code = fetchPage(location.pathname);
  // Evaluating the code was already a long task on a slow device, so end that task here.
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

  // Keep the painted screen until the first screen can replace it as a whole.
  await Promise.all([texts, isListPainted() ? code : Promise.race([code, patience()])]);
  await nextTask();

  // In a transition, React builds the first screen in small steps, so that the painted screen stays
  // usable.
  const isShown = new Promise<void>((resolve) => {
    startTransition(() => {
      createRoot(root).render(
        <Provider store={store}>
          <BrowserRouter>
            <FirstScreen onShown={resolve}>
              <App />
            </FirstScreen>
          </BrowserRouter>
        </Provider>,
      );
    });
  });

  const { afterStart } = await importWithRetry(() => import('./app/afterStart.ts'));
  // If a store changes during the transition, React restarts the render in one long task. Wait for the
  // screen.
  await Promise.race([isShown, patience()]);
  await nextTask();
  await afterStart(store);
}

/** Calls `onShown` once, when the first screen is complete. */
function FirstScreen({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useLayoutEffect(() => void applyWebFont(), []);
  useEffect(onShown, [onShown]);
  return children;
}

/** Painted stations can be used while the code of home loads. Other pages have only a painted skeleton. */
function isListPainted(): boolean {
  return document.documentElement.dataset['start'] === 'home';
}

/** Limits the wait for the code of a page: the page shows its own title and a reload button if it is slow. */
function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pagePatienceMs));
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void boot(root);
