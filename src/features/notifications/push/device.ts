import { storageKeys } from '../../../lib/constants.ts';
import { local } from '../../../lib/storage/storage.ts';

/** The state of push messages on this device. */
export type PushDevice =
  /**
   * The browser does not support push messages, or the operator offers none, or the operator's key
   * is not known yet.
   */
  | 'unsupported'
  /** The browser supports push messages only if the app is on the home screen. */
  | 'installFirst'
  /** The rider has blocked push messages in the browser, and can allow them only there. */
  | 'denied'
  | 'off'
  | 'on';

/** The rider who turned on push messages, and the push subscription that the server has stored. */
export interface PushChoice {
  userId: string;
  /** Null if the server has not stored the subscription yet. */
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

/** Watches the permission, because the rider may change it in the browser's settings. */
function watchPermission(listener: () => void): AbortController {
  const end = new AbortController();
  if (!('permissions' in navigator)) return end;
  navigator.permissions.query({ name: 'notifications' }).then(
    (status) => status.addEventListener('change', listener, { signal: end.signal }),
    () => {
      // This browser has no event for a changed permission. Each visit reads the permission again.
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
    const stored: unknown = JSON.parse(local.get(storageKeys.push) ?? 'null');
    return isChoice(stored) ? stored : null;
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
 * Call this when a session ends, because the server then removes the push subscription of this device. If the session
 * ended without a logout, the next login of the same rider subscribes again. A login of another rider does not
 * subscribe.
 */
export function forgetDevice(isLost: boolean): void {
  const choice = readChoice();
  if (choice !== null) storeChoice(isLost ? { ...choice, told: null } : null);
}

/**
 * The state of push messages on this device for this rider. Ignores a stored choice of another
 * rider. `publicKey` is the operator's public VAPID key; null if the operator sends no push
 * messages, undefined while the key is unknown.
 */
export function pushDevice(
  publicKey: string | null | undefined,
  userId: string | null,
): PushDevice {
  if (!publicKey || !('serviceWorker' in navigator)) return 'unsupported';
  if (!('PushManager' in window) || !('Notification' in window)) {
    // Only Safari on iOS has this property. Safari supports push only in the installed app.
    const isInBrowser = 'standalone' in navigator && navigator.standalone === false;
    return isInBrowser ? 'installFirst' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  if (userId === null || Notification.permission !== 'granted') return 'off';
  return readChoice()?.userId === userId ? 'on' : 'off';
}
