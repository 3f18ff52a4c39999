import { useSyncExternalStore } from 'react';

/** Chromium's own question whether to install the app, which it lets a page ask later. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function';
}

let kept: InstallPrompt | null = null;
let installed = false;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Keeps the browser's question until there is something to say for it. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    kept = event;
    tell();
  });
  window.addEventListener('appinstalled', () => {
    kept = null;
    installed = true;
    tell();
  });
}

/** How this browser puts the app on the home screen; `installed` where it is there already. */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'browser';

function isApp(): boolean {
  // Safari's own word, older than the standard.
  if ('standalone' in navigator && navigator.standalone === true) return true;
  return window.matchMedia('(display-mode: standalone)').matches;
}

/** iPads say that they are Macs, of which none has a screen to touch. */
function isIos({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function installWay(): InstallWay {
  if (installed || isApp()) return 'installed';
  if (kept !== null) return 'prompt';
  return isIos(navigator) ? 'ios' : 'browser';
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
  const asked = kept;
  kept = null;
  await asked?.prompt();
  tell();
}
