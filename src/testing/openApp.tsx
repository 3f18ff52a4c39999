import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { api } from '../api/api.ts';
import { reportReached } from '../api/connection.ts';
import { App } from '../app/App.tsx';
import { fetchPage } from '../app/routing/routes.ts';
import { createStore, type Store } from '../app/state/store.ts';
import { signedIn } from '../features/auth/clientUserSlice.ts';
import { clickThrottleMs } from '../lib/constants.ts';
import { rider } from './rider.ts';

const read = performance.now.bind(performance);

/**
 * A simulated user. Between two actions, this user waits longer than the throttle time of a button.
 * No real time passes, because each action moves the clock of the throttle forward.
 */
function slowUser() {
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => read() + ahead);
  return userEvent.setup({
    advanceTimers: () => {
      ahead += clickThrottleMs + 1;
    },
  });
}

/**
 * Opens the app at an address, as a guest or as the rider of the tests. `state` is the history
 * state that a link would set.
 */
export async function openApp(
  address: string,
  as: 'guest' | 'rider' = 'guest',
  state: unknown = null,
) {
  window.history.replaceState(state === null ? null : { usr: state }, '', address);
  await fetchPage(window.location.pathname);
  const store = createStore();
  onTestFinished(() => abortRequests(store));
  if (as === 'rider')
    store.dispatch(signedIn({ sessionId: 'test-session-0123456789', user: rider }));
  const view = render(
    <Provider store={store}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Provider>,
  );
  return { ...view, store, user: slowUser() };
}

/**
 * Aborts the requests of a finished test. Otherwise these requests would be repeated in the next
 * test, or would report a lost connection in the next test.
 */
function abortRequests({ dispatch }: Store): void {
  const queries = dispatch(api.util.getRunningQueriesThunk());
  const mutations = dispatch(api.util.getRunningMutationsThunk());
  for (const request of [...queries, ...mutations]) request.abort();
}

/** Clears the storage of the browser, except the language, and resets the state of the connection. */
export function forgetVisit(): void {
  reportReached();
  const language = localStorage.getItem('changeLanguage');
  localStorage.clear();
  sessionStorage.clear();
  if (language !== null) localStorage.setItem('changeLanguage', language);
}
