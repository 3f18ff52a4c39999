import { findChromium } from '../../scripts/test/browser.ts';

const executablePath = findChromium();

/** This machine's Chromium, with nothing of its own on the network. */
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
