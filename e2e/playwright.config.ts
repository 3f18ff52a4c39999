import { defineConfig } from 'playwright/test';
import { launchOptions } from './support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Each worker has a server, a database, a broker and cabinets of its own.
  workers: 2,
  fullyParallel: true,
  // None unless asked for: a test that passes at its second try only is not in order.
  retries: Number(process.env['TEST_RETRIES'] ?? 0),
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    viewport: { width: 360, height: 640 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Recording costs every test a fifth of its time: set E2E_TRACE where a failure is a riddle.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
