import { useSyncExternalStore } from 'react';
import { isPending, onboardingKeys, pending, stepSeen } from '../../lib/storage/onboarding.ts';
import { local } from '../../lib/storage/storage.ts';
import { howToInstall } from './howToInstall.ts';
import type { HowToInstall } from './howToInstall.ts';

/** Chromium's install prompt, which a page can show later. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: unknown): event is InstallPrompt {
  return event instanceof Event && 'prompt' in event && typeof event.prompt === 'function';
}

const installedKey = 'appInstalled';
const refusedKey = 'installRefused';
/** After "not now", the app is not offered again for this time. */
const quietMs = 30 * 24 * 3600_000;

let installedNow = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

// The event may fire before this code has loaded: src/app/start/body.ts stores it in the same
// place.
const place = 'installPrompt';

function keptPrompt(): InstallPrompt | null {
  const event: unknown = Reflect.get(window, place);
  return isInstallPrompt(event) ? event : null;
}

/** Stores the browser's install prompt until the app offers it. */
export function storeInstallPrompt(): void {
  endQuiet();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Reflect.set(window, place, event);
    tell();
  });
  // For an event that fired before, and for one after the page was rendered.
  tell();
  window.addEventListener('appinstalled', () => {
    Reflect.deleteProperty(window, place);
    installedNow = true;
    local.set(installedKey, '1');
    tell();
  });
}

/** How to install the app in this browser; `installed` if it is installed already. */
export type InstallWay = 'installed' | 'prompt' | HowToInstall;

function isApp(): boolean {
  // Safari's own property, older than the standard.
  if ('standalone' in navigator && navigator.standalone === true) return true;
  return window.matchMedia('(display-mode: standalone)').matches;
}

function installWay(): InstallWay {
  if (installedNow || isApp()) return 'installed';
  return keptPrompt() === null ? howToInstall(navigator) : 'prompt';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, installWay);
}

/** Shows the browser's prompt, which works only once. */
export async function install(): Promise<void> {
  const asked = keptPrompt();
  Reflect.deleteProperty(window, place);
  const answer = await asked?.prompt();
  if (answer?.outcome === 'dismissed') postponeInstall();
  tell();
}

/** "Not now": do not offer the app for a month. The menu still offers it. */
export function postponeInstall(): void {
  local.set(refusedKey, new Date().toISOString());
  stepSeen('download');
}

/** A month after "not now", offer the app again after the next return. */
function endQuiet(): void {
  const refusedAt = Date.parse(local.get(refusedKey) ?? '');
  if (!(Date.now() - refusedAt > quietMs)) return;
  local.remove(refusedKey);
  local.set(onboardingKeys.download, pending);
}

/**
 * Chromium fires the event where the app can be installed; without it, the app is installed or was
 * refused.
 */
const silent: ReadonlySet<InstallWay> = new Set([
  'installed',
  'androidChromium',
  'desktopChromium',
  'elsewhere',
]);

/**
 * Whether to offer the app without being asked; never again after this browser has installed it
 * once.
 */
export function mayOfferInstall(): boolean {
  return isPending('download') && local.get(installedKey) === null && !silent.has(installWay());
}
