import { selectLostSession, selectSessionId } from '../features/auth/clientUserSlice.ts';
import { noteSessionEnded } from '../features/auth/syncSession.ts';
import { forgetDevice } from '../features/notifications/push/device.ts';
import { forgetRunningOrder } from '../features/orders/forgetRunningOrder.ts';
import { showBadge } from '../lib/badge.ts';
import { endUnlock } from '../lib/continueToPay.ts';
import { closeShown } from '../lib/shownNotifications.ts';
import type { Store } from './store.ts';

/** The worker's caches whose names begin so hold what only its owner may see. */
const privateCache = 'private';

/**
 * Takes from this device what the app, the worker and the browser hold for a person. What is the
 * same for everyone stays: the app, the stations, the streets.
 */
export async function clearPersonalData(): Promise<void> {
  forgetRunningOrder();
  showBadge(0);
  await Promise.allSettled([dropCaches(), endPush(), closeShown('all')]);
}

async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(privateCache)).map((name) => caches.delete(name)),
  );
}

async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Absent where the browser has no push, whatever the types say.
  const manager: PushManager | undefined = registration?.pushManager;
  const subscription = await manager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Forgets a person whenever their session ends, however it does, also while the app was closed. */
export function clearWhenSessionEnds(store: Store): void {
  let before = selectSessionId(store.getState());
  if (before === null) void clearPersonalData();
  store.subscribe(() => {
    const now = selectSessionId(store.getState());
    if (now === before) return;
    if (before !== null) {
      const isLost = selectLostSession(store.getState());
      forgetDevice(isLost);
      if (!isLost) noteSessionEnded(now === null);
      // Whose session was lost logs in again, and goes on.
      if (!isLost) endUnlock();
      void clearPersonalData();
    } else {
      noteSessionEnded(false);
    }
    before = now;
  });
}
