import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Long enough for a busy machine. A successful query returns at once.
configure({ asyncUtilTimeout: 8_000 });

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      written.push(`console.${method}: ${values.map(String).join(' ')}`);
    });
  }
});

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

// React, i18next and the router only log misuse. A test must fail then.
afterEach(() => {
  vi.restoreAllMocks();
  if (written.length > 0) throw new Error(written.join('\n'));
});
