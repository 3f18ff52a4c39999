import { storageKeys } from '../../../lib/constants.ts';
import { local } from '../../../lib/storage/storage.ts';

/** The state of push messages on this device. */
export type PushDevice =
  /** Not supported by the browser, or not offered by the operator. */
  | 'unsupported'
  /** Supported when the app is on the home screen. */
  | 'installFirst'
  /** The person blocked them in the browser, and only there can they be allowed again. */
  | 'denied'
  | 'off'
  | 'on';

/** Who turned push messages on, and the subscription that the server uses. */
export interface PushChoice {
  userId: string;
  /** Null while the server does not have it yet. */
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

/** A person may change the permission in the browser's settings. */
function watchPermission(listener: () => void): AbortController {
  const end = new AbortController();
  if (!('permissions' in navigator)) return end;
  navigator.permissions.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: end.signal }),
    () => {
      // This browser has no such event; the state is read again on each visit.
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

export function storeChoice(choice: PushChoice | null): void {
  if (choice === null) local.remove(storageKeys.push);
  else local.set(storageKeys.push, JSON.stringify(choice));
  noteDevice();
}

/**
 * Call when a session ends, because the server then removes this device. A person who lost the
 * session without logging out is subscribed again after the next login; nobody else is.
 */
export function forgetDevice(isLost: boolean): void {
  const choice = readChoice();
  if (choice !== null) storeChoice(isLost ? { ...choice, told: null } : null);
}

/**
 * `publicKey`: the key that signs the operator's push messages; null if there are none. The choice
 * of another person on this device does not count for `userId`.
 */
export function pushDevice(
  publicKey: string | null | undefined,
  userId: string | null,
): PushDevice {
  if (!publicKey || !('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window)) {
    // Only Safari on iOS has this property; it supports push in the installed app.
    const isInBrowser = 'standalone' in navigator && navigator.standalone === false;
    return isInBrowser ? 'installFirst' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  if (userId === null || Notification.permission !== 'granted') return 'off';
  return readChoice()?.userId === userId ? 'on' : 'off';
}
