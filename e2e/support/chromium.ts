import { findChromium, findHeadlessShell } from '../../scripts/test/browser.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // These options stop the requests that the browser sends in the background.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launch = (executablePath: string | null) => ({
  ...(executablePath !== null && { executablePath }),
  args,
});

/** Options that start the complete Chromium, which notifications, installed apps and measurements need. */
export const launchOptions = launch(findChromium());

/**
 * Options that start the headless shell if it is installed on this machine. If not, they start the complete Chromium.
 */
export const headlessLaunchOptions = launch(findHeadlessShell() ?? findChromium());
