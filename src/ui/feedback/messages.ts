import { longMessageMs, storageKeys, toastMs } from '../../lib/constants.ts';
import { local } from '../../lib/storage/storage.ts';

export interface ToastOptions {
  tone?: 'success' | 'notice' | 'problem' | undefined;
  /**
   * The time on the screen in milliseconds. The default is `toastMs`. Notices use `noticeMs`. The
   * setting "Keep messages longer" makes the time longer.
   */
  duration?: number | undefined;
}

export interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'notice' | 'problem';
  duration: number;
}

interface Messages {
  toasts: readonly Toast[];
  /** The texts in the polite live region. */
  spoken: readonly { id: number; text: string }[];
}

let messages: Messages = { toasts: [], spoken: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function put(next: Messages): void {
  messages = next;
  for (const listener of listeners) listener();
}

export function subscribeToMessages(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentMessages(): Messages {
  return messages;
}

/**
 * Announces a text to screen readers without interrupting them. The text stays in the live region
 * for ten seconds.
 */
export function announce(text: string): void {
  const id = (lastId += 1);
  put({ ...messages, spoken: [...messages.spoken, { id, text }] });
  setTimeout(() => {
    put({ ...messages, spoken: messages.spoken.filter((spoken) => spoken.id !== id) });
  }, longMessageMs);
}

/** Shows a toast and announces it. If the user must answer, a toast is not enough. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const tone = options.tone ?? 'success';
  const chosen = options.duration ?? toastMs;
  const duration = keepsMessages() ? Math.max(chosen, longMessageMs) : chosen;
  put({ ...messages, toasts: [...messages.toasts, { id: (lastId += 1), text, tone, duration }] });
  announce(text);
}

export function dismissToast(id: number): void {
  put({ ...messages, toasts: messages.toasts.filter((toast) => toast.id !== id) });
}

/** Returns whether the setting "Keep messages longer" is on. */
export function keepsMessages(): boolean {
  return local.get(storageKeys.keepMessages) === '1';
}

export function keepMessages(longer: boolean): void {
  if (longer) local.set(storageKeys.keepMessages, '1');
  else local.remove(storageKeys.keepMessages);
}

export function useToast(): (text: string, options?: ToastOptions) => void {
  return showToast;
}

export function useAnnounce(): (text: string) => void {
  return announce;
}
