import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { startI18n } from './app/i18n.ts';
import { hearWorker } from './app/hearWorker.ts';
import { openLinkedStation } from './app/openLinkedStation.ts';
import { primeCache } from './app/primeCache.ts';
import { routeOf } from './app/routes.ts';
import { takeInvite } from './app/takeInvite.ts';
import { createStore } from './app/store.ts';
import { pagePatienceMs } from './lib/constants.ts';
import { insist, mendLostStyles } from './lib/insist.ts';

// Not at the top level: a page's chunk imports this one, and would wait for what waits for it.
async function boot(root: HTMLElement): Promise<void> {
  mendLostStyles();
  const store = createStore();
  hearWorker(store);
  primeCache(store);
  openLinkedStation(store, location);
  takeInvite(store, location);

  // What the start painted stays until the first screen can stand in its place as a whole.
  const code = routeOf(location.pathname)?.page.fetch();
  await Promise.all([startI18n(), isListPainted() ? code : Promise.race([code, patience()])]);

  // As a transition, React pauses while it builds the first screen: what is painted stays usable.
  startTransition(() => {
    createRoot(root).render(
      <Provider store={store}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Provider>,
    );
  });

  const { afterStart } = await insist(() => import('./app/afterStart.ts'));
  afterStart(store);
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
