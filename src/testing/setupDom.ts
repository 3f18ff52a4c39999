import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Long enough for a busy machine. A successful query returns at once.
configure({ asyncUtilTimeout: 8_000 });

afterEach(cleanup);

// jsdom has no `matchMedia`. No query matches: a light theme, with motion.
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

// jsdom does not scroll either.
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
window.scrollTo = () => {};

// jsdom has the dialog element without its modal methods.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};
