import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

/** Benchmarks in the browser: one at a time, with the machine to themselves. */
export default defineConfig({
  ...base,
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 240_000,
  use: { ...base.use, trace: 'off', screenshot: 'off' },
});
