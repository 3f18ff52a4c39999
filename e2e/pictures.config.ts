import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';
import { launchOptions } from './support/chromium.ts';

/**
 * Takes the screenshots for the manifest and the README again, into public/screenshots: `npx playwright
 * test --config=e2e/pictures.config.ts`, after a build.
 */
export default defineConfig({
  ...base,
  testMatch: 'screenshots.ts',
  workers: 1,
  use: { ...base.use, launchOptions },
});
