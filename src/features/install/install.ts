import { useSyncExternalStore } from 'react';
import { isPending, onboardingKeys, pending, stepSeen } from '../../lib/storage/onboarding.ts';
import { local } from '../../lib/storage/storage.ts';
import { howToInstall } from './howToInstall.ts';
import type { HowToInstall } from './howToInstall.ts';

/** Chromium's own question whether to install the app, which it lets a page ask later. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: unknown): event is InstallPrompt {
  return event instanceof Event && 'prompt' in event && typeof event.prompt === 'function';
}

const installedKey = 'appInstalled';
const refusedKey = 'installRefused';
/** So long nobody is asked again who said "not now". */
const quietMs = 30 * 24 * 3600_000;

let installedNow = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

// The browser may ask before any of this code is there: src/app/start/body.ts keeps it in the same place.
const place = 'installPrompt';

function keptPrompt(): InstallPrompt | null {
  const event: unknown = Reflect.get(window, place);
  return isInstallPrompt(event) ? event : null;
}

/** Keeps the browser's question until there is something to say for it. */
export function keepInstallPrompt(): void {
  endQuiet();
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    Reflect.set(window, place, event);
    tell();
  });
  // One that came before, and after the page was drawn.
  tell();
  window.addEventListener('appinstalled', () => {
    Reflect.deleteProperty(window, place);
    installedNow = true;
    local.set(installedKey, '1');
    tell();
  });
}

/** How this browser puts the app on the home screen; `installed` where it is there already. */
export type InstallWay = 'installed' | 'prompt' | HowToInstall;

function isApp(): boolean {
  // Safari's own word, older than the standard.
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

/** Asks the browser's question, which it answers once. */
export async function install(): Promise<void> {
  const asked = keptPrompt();
  Reflect.deleteProperty(window, place);
  const answer = await asked?.prompt();
  if (answer?.outcome === 'dismissed') putOffInstall();
  tell();
}

/** Not now: nothing is offered for a month. The menu still does. */
export function putOffInstall(): void {
  local.set(refusedKey, new Date().toISOString());
  stepSeen('download');
}

/** Who said "not now" a month ago may be asked once more, after their next return. */
function endQuiet(): void {
  const refusedAt = Date.parse(local.get(refusedKey) ?? '');
  if (!(Date.now() - refusedAt > quietMs)) return;
  local.remove(refusedKey);
  local.set(onboardingKeys.download, pending);
}

/** Chromium asks where it can; where it does not, the app is there already, or is not wanted. */
const silent: ReadonlySet<InstallWay> = new Set([
  'installed',
  'androidChromium',
  'desktopChromium',
  'elsewhere',
]);

/** Whether to offer the app unasked; never again where this browser has installed it once. */
export function mayOfferInstall(): boolean {
  return isPending('download') && local.get(installedKey) === null && !silent.has(installWay());
}
