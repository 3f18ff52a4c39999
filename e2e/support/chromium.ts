import { findChromium, findHeadlessShell } from '../../scripts/test/browser.ts';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // No requests in the background.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const launch = (executablePath: string | null) => ({
  ...(executablePath !== null && { executablePath }),
  args,
});

/** The complete Chromium, for notifications, installed apps and measurements. */
export const launchOptions = launch(findChromium());

/** The headless shell where this machine has it, else the complete Chromium. */
export const headlessLaunchOptions = launch(findHeadlessShell() ?? findChromium());
