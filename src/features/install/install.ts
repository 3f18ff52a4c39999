import { useSyncExternalStore } from 'react';
import { isPending, onboardingKeys, pending, stepSeen } from '../../lib/storage/onboarding.ts';
import { local } from '../../lib/storage/storage.ts';
import { howToInstall } from './howToInstall.ts';
import type { HowToInstall } from './howToInstall.ts';

/** Chromium's install prompt, which the page can show at any later time. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: unknown): event is InstallPrompt {
  return event instanceof Event && 'prompt' in event && typeof event.prompt === 'function';
}

const installedKey = 'appInstalled';
const refusedKey = 'installRefused';
/** Milliseconds after "Not now" for which the app does not offer its installation again. */
const quietMs = 30 * 24 * 3600_000;

let installedNow = false;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

// The event may fire before this code has loaded. In that case, src/app/start/body.ts has stored the event
// under the same name.
const propertyName = 'installPrompt';

function storedPrompt(): InstallPrompt | null {
  const event: unknown = Reflect.get(window, propertyName);
  return isInstallPrompt(event) ? event : null;
}

/** Stores the browser's install prompt until the app offers it. */
export function storeInstallPrompt(): void {
  endQuiet();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Reflect.set(window, propertyName, event);
    notify();
  });
  // The event may have fired, and the page may have rendered, before this code ran. Therefore
  // notify the listeners now.
  notify();
  window.addEventListener('appinstalled', () => {
    Reflect.deleteProperty(window, propertyName);
    installedNow = true;
    local.set(installedKey, '1');
    notify();
  });
}

/** How the user can install the app in this browser. `installed`: the app is already installed. */
export type InstallWay = 'installed' | 'prompt' | HowToInstall;

function isApp(): boolean {
  // Safari has this property, which is older than the standard.
  if ('standalone' in navigator && navigator.standalone === true) return true;
  return window.matchMedia('(display-mode: standalone)').matches;
}

function installWay(): InstallWay {
  if (installedNow || isApp()) return 'installed';
  return storedPrompt() === null ? howToInstall(navigator) : 'prompt';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, installWay);
}

/** Shows the browser's prompt. A prompt works only once. */
export async function install(): Promise<void> {
  const asked = storedPrompt();
  Reflect.deleteProperty(window, propertyName);
  const answer = await asked?.prompt();
  if (answer?.outcome === 'dismissed') postponeInstall();
  notify();
}

/**
 * Stores the rider's "Not now". For a month, the app does not offer its installation by itself. The
 * menu still offers it.
 */
export function postponeInstall(): void {
  local.set(refusedKey, new Date().toISOString());
  stepSeen('download');
}

/**
 * If "Not now" is a month old, makes the app offer its installation again after the rider's next return of a charger.
 */
function endQuiet(): void {
  const refusedAt = Date.parse(local.get(refusedKey) ?? '');
  if (!(Date.now() - refusedAt > quietMs)) return;
  local.remove(refusedKey);
  local.set(onboardingKeys.download, pending);
}

/**
 * The cases in which the app does not offer its installation. They include Chromium without an install prompt, because
 * then the app is already installed, or the user has refused the installation.
 */
const silent: ReadonlySet<InstallWay> = new Set([
  'installed',
  'androidChromium',
  'desktopChromium',
  'elsewhere',
]);

/**
 * Whether the app may offer its installation. Returns false if this browser has ever installed the app.
 */
export function mayOfferInstall(): boolean {
  return isPending('download') && local.get(installedKey) === null && !silent.has(installWay());
}
