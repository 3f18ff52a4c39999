import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';
import { launchOptions } from './support/chromium.ts';

/**
 * Takes new screenshots for the manifest and the README, and saves them in public/screenshots.
 * After a build, run `npx playwright test --config=e2e/pictures.config.ts`.
 */
export default defineConfig({
  ...base,
  testMatch: 'screenshots.ts',
  workers: 1,
  use: { ...base.use, launchOptions },
});
