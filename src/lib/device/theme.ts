import { useSyncExternalStore } from 'react';
import { storageKeys } from '../constants.ts';
import { local } from '../storage/storage.ts';

export const themes = ['system', 'light', 'black'] as const;
/** The theme that the user has chosen. `system` follows the device. */
export type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();

/** Returns the stored theme. Without a stored theme, the theme follows the device. */
export function savedTheme(): Theme {
  const saved = local.get(storageKeys.theme);
  return saved === 'light' || saved === 'black' ? saved : 'system';
}

/**
 * Sets the theme on `<html>`, which selects the colours. Before the first frame, the inline script
 * in the head sets the theme.
 */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'black' : 'light';
    meta.content = canvasColours[theme === 'system' ? own : theme];
  }
}

/**
 * The background colour of each theme, for the bars of the browser. tokens.css contains the same
 * values.
 */
export const canvasColours = { light: '#F6F4EF', black: '#000000' } as const;

function chooseTheme(theme: Theme): void {
  if (theme === 'system') local.remove(storageKeys.theme);
  else local.set(storageKeys.theme, theme);
  showTheme(theme);
  for (const listener of listeners) listener();
}

/** Applies a theme that the user chose in another tab. */
export function followTheme(): void {
  showTheme(savedTheme());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme that the user has chosen, and a function that changes it. */
export function useTheme(): { theme: Theme; chooseTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, savedTheme), chooseTheme };
}

const darkDevice = '(prefers-color-scheme: dark)';

function subscribeToShown(listener: () => void): () => void {
  const query = window.matchMedia(darkDevice);
  query.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    query.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

function shownTheme(): 'light' | 'black' {
  const chosen = savedTheme();
  if (chosen !== 'system') return chosen;
  return window.matchMedia(darkDevice).matches ? 'black' : 'light';
}

/**
 * Returns the theme that is visible now. It is for parts that CSS cannot style: the canvas of the
 * map, and frames of other origins.
 */
export function useShownTheme(): 'light' | 'black' {
  return useSyncExternalStore(subscribeToShown, shownTheme);
}
