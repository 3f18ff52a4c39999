import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// The time-out is long enough for a busy machine. It does not slow tests down, because a successful
// query returns at once.
configure({ asyncUtilTimeout: 30_000 });

/**
 * Removes what tests leave on the page: mounted screens after each test, and everything else after the last test of a
 * file. The test files of a worker share one page. This is a function, because Vitest runs `setup.ts` for each file,
 * but may load this module only once.
 */
export function cleanPage(): void {
  afterEach(cleanup);
  afterAll(() => {
    localStorage.clear();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
    document.head.replaceChildren();
    document.body.replaceChildren();
    const { documentElement: html } = document;
    for (const name of html.getAttributeNames()) html.removeAttribute(name);
  });
}

// jsdom has no `matchMedia`. In this replacement no query matches, so the theme is light and motion
// is allowed.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

// jsdom has no layout, so no element changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// In jsdom nothing moves.
Element.prototype.getAnimations ??= () => [];

// jsdom cannot scroll.
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
window.scrollTo = () => {};

// jsdom has the dialog element, but not its modal methods.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};
