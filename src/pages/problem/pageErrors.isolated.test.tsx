import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pageCodeTimeoutMs, stillLoadingMs } from '../../lib/constants.ts';
import { fakeNetwork } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

// These mocks throw errors in pages and parts of the app. The code of `RiderHome` fails to load,
// and the code of `LegalPage` never loads.

vi.mock('../menu/MenuPage.tsx', () => ({
  MenuPage: () => {
    throw new Error('a bug of the menu');
  },
}));
vi.mock('../home/HomeAsides.tsx', () => ({
  HomeAsides: () => {
    throw new Error('a bug of what home says besides');
  },
}));
vi.mock('../../app/Notices.tsx', () => ({
  Notices: () => {
    throw new Error('a bug of the notices');
  },
}));
vi.mock('../menu/Rail.tsx', () => ({
  Rail: () => {
    throw new Error('a bug of the rail');
  },
}));
vi.mock('../home/RiderHome.tsx', () => ({
  get RiderHome(): never {
    throw new TypeError('Failed to fetch dynamically imported module');
  },
}));
vi.mock('../legal/LegalPage.tsx', () => new Promise(() => {}));

beforeAll(() => startTexts());
/** The errors that React logs. */
const said = vi.fn<(...parts: unknown[]) => void>();
beforeEach(() => {
  forgetVisit();
  said.mockClear();
  vi.spyOn(console, 'error').mockImplementation(said);
});
fakeNetwork();

test('if a page throws an error, a message with a reload button and a link to home appears, and other pages work @slow', async () => {
  const { user } = await openApp('/setting');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  window.history.pushState(null, '', '/menu');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));

  expect((await screen.findByRole('alert')).textContent).toBe("This page couldn't be loaded.");
  const heading = screen.getByRole('heading', { level: 1, name: 'Menu' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  const ofMenu = said.mock.calls.filter((call) =>
    call.some((part) => part instanceof Error && part.message === 'a bug of the menu'),
  );
  expect(ofMenu).toHaveLength(1);

  await user.click(screen.getByRole('link', { name: 'Home' }));
  await screen.findByRole('link', { name: 'Scan to rent' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('home works even if tips and notices crash', async () => {
  const { homeAsides } = await import('../home/homeAsidesPart.ts');
  await homeAsides.fetch();
  expect(homeAsides.state.status).toBe('ready');
  await openApp('/home');
  expect(await screen.findByRole('link', { name: 'Scan to rent' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeDefined();
});

test('if a page does not load, a message appears after eight seconds and an error after two minutes', async () => {
  await openApp('/setting');
  const legal = await screen.findByRole('link', { name: /Legal/ });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    act(() => legal.click());
    expect(screen.getByRole('heading', { level: 1, name: 'Legal' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(stillLoadingMs - 1));
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('Still loading…', { selector: 'main p' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(pageCodeTimeoutMs - stillLoadingMs));
    expect(screen.getByRole('alert').textContent).toBe("This page couldn't be loaded.");
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/home');
  } finally {
    vi.useRealTimers();
  }
});

test('if the menu next to the page crashes, the page shows the link to the menu again', async () => {
  const narrow = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = narrow(media);
    return media.includes('1200px') ? Object.assign(query, { matches: true }) : query;
  });
  const { unmount } = await openApp('/home');
  await waitFor(() => expect(document.documentElement.dataset['rail']).toBe('none'));
  expect(screen.getByRole('link', { name: 'Menu' })).toBeDefined();
  unmount();
  expect(document.documentElement.dataset['rail']).toBeUndefined();
});

test('home shows an error if the code of the orders does not load, because otherwise it would hide a charger that is outside', async () => {
  await openApp('/setting', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    window.history.pushState(null, '', '/home');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    // Each attempt also takes one turn of the event loop, and fake timers do not advance the event
    // loop.
    for (let attempt = 0; attempt < 60 && screen.queryByRole('alert') === null; attempt += 1) {
      await act(() => vi.advanceTimersByTimeAsync(3000));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  } finally {
    vi.useRealTimers();
  }
  expect((await screen.findByRole('alert')).textContent).toBe("This page couldn't be loaded.");
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
});
