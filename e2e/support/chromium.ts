import { findChromium, findHeadlessShell } from '../../scripts/test/browser.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // The browser sends no requests in the background.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launch = (executablePath: string | null) => ({
  ...(executablePath !== null && { executablePath }),
  args,
});

/** Starts the complete Chromium, which notifications, installed apps and measurements need. */
export const launchOptions = launch(findChromium());

/** Starts the headless shell if it is installed on this machine, else the complete Chromium. */
export const headlessLaunchOptions = launch(findHeadlessShell() ?? findChromium());
