import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Enough for a loaded machine; what is there is found at once.
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

// jsdom has no device to ask: a light one, with motion.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

// jsdom lays nothing out, so nothing changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nor does it scroll.
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= () => {};
window.scrollTo = () => {};

// jsdom has the element, not its modal ways.
HTMLDialogElement.prototype.showModal ??= function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close() {
  this.open = false;
};

// React, i18next and the router report misuse there and carry on; a test must not.
afterEach(() => {
  vi.restoreAllMocks();
  if (written.length > 0) throw new Error(written.join('\n'));
});
