import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/App.tsx';
import { startI18n } from './app/i18n.ts';
import { routeOf } from './app/routes.ts';
import { createStore } from './app/store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// What the start painted stays until the first screen can stand in its place as a whole.
await Promise.all([startI18n(), routeOf(location.pathname)?.page.fetch()]);

createRoot(root).render(
  <Provider store={createStore()}>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </Provider>,
);
