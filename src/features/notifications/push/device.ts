import { storageKeys } from '../../../lib/constants.ts';
import { local } from '../../../lib/storage/storage.ts';

/** How this device stands with push messages. */
export type PushDevice =
  /** Of the browser, or of the operator: there are none. */
  | 'unsupported'
  /** There are, once the app is on the home screen. */
  | 'installFirst'
  /** The person forbade them to the browser: only there they can be allowed again. */
  | 'denied'
  | 'off'
  | 'on';

/** Who chose to be told on this device, and by which subscription the server does. */
export interface PushChoice {
  userId: string;
  /** Null where the server has yet to be told. */
  told: { id: string; endpoint: string } | null;
}

const listeners = new Set<() => void>();

export function watchDevice(listener: () => void): () => void {
  listeners.add(listener);
  const permission = watchPermission(listener);
  return () => {
    listeners.delete(listener);
    permission.abort();
  };
}

/** A person may change their mind in the browser's own settings. */
function watchPermission(listener: () => void): AbortController {
  const end = new AbortController();
  if (!('permissions' in navigator)) return end;
  navigator.permissions.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: end.signal }),
    () => {
      // This browser does not tell; the state is read again with each visit.
    },
  );
  return end;
}

export function noteDevice(): void {
  for (const listener of listeners) listener();
}

function isChoice(value: unknown): value is PushChoice {
  if (typeof value !== 'object' || value === null) return false;
  if (!('userId' in value) || typeof value.userId !== 'string' || !('told' in value)) return false;
  const { told } = value;
  if (told === null) return true;
  if (typeof told !== 'object' || told === undefined) return false;
  return (
    'id' in told &&
    typeof told.id === 'string' &&
    'endpoint' in told &&
    typeof told.endpoint === 'string'
  );
}

export function readChoice(): PushChoice | null {
  try {
    const kept: unknown = JSON.parse(local.get(storageKeys.push) ?? 'null');
    return isChoice(kept) ? kept : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function keepChoice(choice: PushChoice | null): void {
  if (choice === null) local.remove(storageKeys.push);
  else local.set(storageKeys.push, JSON.stringify(choice));
  noteDevice();
}

/**
 * For whenever a session ends, and the server's knowledge of this device with it. Who lost theirs
 * without their doing is told again once they are back; nobody else is.
 */
export function forgetDevice(isLost: boolean): void {
  const choice = readChoice();
  if (choice !== null) keepChoice(isLost ? { ...choice, told: null } : null);
}

/**
 * `publicKey`: what the operator's push messages are signed with; null where there are none. What
 * another person chose on this device says nothing of `userId`.
 */
export function pushDevice(
  publicKey: string | null | undefined,
  userId: string | null,
): PushDevice {
  if (!publicKey || !('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window)) {
    // Only Safari on iOS has the word, and push once the app is installed.
    const isInBrowser = 'standalone' in navigator && navigator.standalone === false;
    return isInBrowser ? 'installFirst' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  if (userId === null || Notification.permission !== 'granted') return 'off';
  return readChoice()?.userId === userId ? 'on' : 'off';
}
