import { defineConfig } from 'playwright/test';
import { isCompleteRun } from '../scripts/test/testScope.ts';
import { headlessLaunchOptions } from './support/chromium.ts';

export default defineConfig({
  testDir: '.',
  // `npm test` omits the fault tests, the other engines, and the tests with the tag `@all`. `npm run
  // test:all` runs all tests.
  ...(!isCompleteRun() && { testIgnore: '**/{faults,engines}/**', grepInvert: /@all/ }),
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
