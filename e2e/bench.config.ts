import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';
import { launchOptions } from './support/chromium.ts';

/** Configures the benchmarks in the browser. The benchmarks run one after the other and need an idle machine. */
export default defineConfig<object, { embedded: boolean }>({
  ...base,
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 240_000,
  // Use the embedded database in each run, so that the figures of different runs can be compared.
  use: { ...base.use, launchOptions, trace: 'off', screenshot: 'off', embedded: true },
});
