import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
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
import { firstScreenTimeoutMs } from './lib/constants.ts';
import { importWithRetry, reloadFailedStyles } from './lib/loading/importWithRetry.ts';
import { nextTask } from './lib/loading/nextTask.ts';

// This code is in a function and not at the top level, because the chunks of pages import this module, and
// would wait for a top-level await.
async function boot(root: HTMLElement): Promise<void> {
  reloadFailedStyles();
  const code = fetchPage(location.pathname);
  // On a slow device, the evaluation of the code was already a long task. End that task here.
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

  // Keep the painted screen until the first screen of the app can replace it completely.
  await Promise.all([texts, isListPainted() ? code : Promise.race([code, firstScreenTimeout()])]);
  await nextTask();

  // In a transition, React builds the first screen in small steps. Therefore users can still use
  // the painted screen.
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
  // If a store changed during the transition, React would restart the render in one long task. Wait
  // until the screen is shown.
  await Promise.race([isShown, firstScreenTimeout()]);
  await nextTask();
  await afterStart(store);
}

/**
 * Calls `onShown` once, when the first screen is complete. React replaces the painted links. If a painted link has the
 * focus, the link that replaces it gets the focus.
 */
function FirstScreen({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  const [focused] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    void applyWebFont();
    const href = focused?.isConnected === false && focused.getAttribute('href');
    if (href) linkTo(href)?.focus({ preventScroll: true });
    finishPress();
    removeUnusedMap();
  }, [focused]);
  useEffect(onShown, [onShown]);
  return children;
}

const linkTo = (href: string) =>
  document.querySelector<HTMLElement>(`[href="${CSS.escape(href)}"]`);

const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[href]') : null;

/**
 * A press of the mouse may begin on a painted link and end on the link of the app that has replaced
 * the painted link. The browser sends no click for such a press, so this function opens the link. A
 * finger needs no help, because the browser sends the click to the element at the end of the tap.
 */
function finishPress(): void {
  // The last press or release, from the start script.
  const press: unknown = Reflect.get(window, 'press');
  if (!(press instanceof PointerEvent) || press.type !== 'pointerdown') return;
  const { pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = press;
  if (pointerType !== 'mouse' || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  // The browser clicks an element that was not replaced, such as a pin of the first map.
  if (!(press.target instanceof Node) || press.target.isConnected) return;
  const href = linkAt(press)?.getAttribute('href');
  const ended = new AbortController();
  const finish = (event: Event) => {
    ended.abort();
    const link = event.type === 'pointerup' ? linkAt(event) : null;
    if (href && link?.getAttribute('href') === href) link.click();
  };
  // A drag of the link ends with `pointercancel`.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'])
    addEventListener(type, finish, { signal: ended.signal });
}

/**
 * Removes the first map if the first screen has no map of home. Otherwise, the first map would appear on a later visit
 * of home.
 */
function removeUnusedMap(): void {
  // This address redirects to home.
  if (location.pathname === '/') return;
  if (!document.querySelector('#root .home-map')) document.querySelector('.first-map')?.remove();
}

/**
 * Whether the first screen is home. Home may already show stations, which users can use while the
 * code of home loads. On other pages, the first screen is only a skeleton.
 */
function isListPainted(): boolean {
  return document.documentElement.dataset['start'] === 'home';
}

/**
 * Limits the wait for the code of a page. After this time, a skeleton with the title of the page replaces
 * the painted screen.
 */
function firstScreenTimeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, firstScreenTimeoutMs));
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void boot(root);
