import { findChromium } from '../../scripts/test/browser.ts';

const executablePath = findChromium();

/** The Chromium of this machine, without background network requests. */
export const launchOptions = {
  ...(executablePath !== null && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
