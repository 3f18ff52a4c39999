import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// Set up the DOM only in tests that use it. Other tests run without jsdom, because creating it
// takes longer than most tests.
if ('document' in globalThis) (await import('./setupDom.ts')).cleanPage();

const written: string[] = [];

/**
 * Whether the text is the warning of Redux Toolkit that a development check was slow. This warning
 * only means that the machine is busy.
 */
const isSlowCheck = (text: string) => /Middleware took \d+ms/.test(text);

beforeEach(() => {
  written.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      const text = values.map(String).join(' ');
      if (!isSlowCheck(text)) written.push(`console.${method}: ${text}`);
    });
  }
});

// If the app uses React, i18next or the router wrongly, they only log a message. Make the test fail
// if something was logged.
afterEach(() => {
  vi.restoreAllMocks();
  // A test that failed may have left fake timers.
  vi.useRealTimers();
  if (written.length > 0) throw new Error(written.join('\n'));
});

afterAll(async () => {
  // Texts that arrive after the end of the file would update components of a DOM that no longer exists.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  // Modules of the app have state, such as the text of an announcement. This state must not reach
  // the next file.
  vi.resetModules();
});
