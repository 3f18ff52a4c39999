import { selectLostSession, selectSessionId } from '../../features/auth/clientUserSlice.ts';
import { noteSessionEnded } from '../../features/auth/syncSession.ts';
import { forgetDevice } from '../../features/notifications/push/device.ts';
import { forgetRunningOrder } from '../../features/orders/running/forgetRunningOrder.ts';
import { showBadge } from '../../lib/device/badge.ts';
import { endUnlock } from '../../lib/storage/continueToPay.ts';
import { closeShown } from '../../lib/device/shownNotifications.ts';
import type { Store } from './store.ts';

/** The names of all caches with personal data begin with this prefix. */
const privateCache = 'private';

/**
 * Removes the personal data that is outside the store: the saved running order, the badge, the
 * caches with personal data, the push subscription, and the notifications on the device. Public
 * data stays: the app itself, the stations and the streets.
 */
async function clearPersonalData(): Promise<void> {
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
  // The manager is missing in browsers without push messages, although the types declare it.
  const manager: PushManager | undefined = registration?.pushManager;
  const subscription = await manager?.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Clears personal data whenever a session ends, for any reason. A session may also have ended while
 * the app was closed.
 */
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
      // If the session was lost, keep the stored unlock, because the rider can log in again and continue the unlock.
      if (!isLost) endUnlock();
      void clearPersonalData();
    } else {
      noteSessionEnded(false);
    }
    before = now;
  });
}
