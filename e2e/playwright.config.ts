import { defineConfig } from 'playwright/test';
import { isCompleteRun, omittedTests } from '../scripts/test/testScope.ts';
import { headlessLaunchOptions } from './support/chromium.ts';

const omitted = omittedTests();

export default defineConfig({
  testDir: '.',
  // Only `npm run test:all` runs the fault tests and the other engines.
  ...(!isCompleteRun() && { testIgnore: '**/{faults,engines}/**' }),
  ...(omitted && { grepInvert: omitted }),
  outputDir: '../test-results',
  // Each Playwright worker has its own server, database, broker and cabinets.
  workers: 2,
  fullyParallel: true,
  // By default, a failed test is not retried, because a test that passes only at the second attempt
  // has a fault.
  retries: Number(process.env['TEST_RETRIES'] ?? 0),
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    viewport: { width: 360, height: 640 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // A trace makes each test 20% slower. To analyse a failure, set E2E_TRACE.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: headlessLaunchOptions,
  },
});
