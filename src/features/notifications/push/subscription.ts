import type { SubscribePush } from '../../../../contract/notifications.ts';
import { notificationsApi } from '../notificationsApi.ts';
import type { NotificationsDispatch } from '../notificationsApi.ts';
import { storeChoice, noteDevice, readChoice } from './device.ts';

const { subscribePush, unsubscribePush } = notificationsApi.endpoints;

/** The longest wait for the service worker in milliseconds. On the first visit, its installation may still run. */
const workerTimeoutMs = 15_000;

async function pushManager(): Promise<PushManager> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('No service worker')), workerTimeoutMs);
  });
  const { pushManager: manager } = await Promise.race([navigator.serviceWorker.ready, late]);
  return manager;
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer()));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the browser's subscription for this public key, or makes a new one. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  const manager = await pushManager();
  const before = await manager.getSubscription();
  if (before !== null) {
    if (base64Url(before.options.applicationServerKey) === publicKey.replace(/=+$/, '')) {
      return before;
    }
    // A browser refuses a subscription with a second key, so end the old subscription first.
    await before.unsubscribe();
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function asBody(subscription: PushSubscription): SubscribePush {
  return {
    endpoint: subscription.endpoint,
    keys: {
      p256dh: base64Url(subscription.getKey('p256dh')),
      auth: base64Url(subscription.getKey('auth')),
    },
  };
}

async function registerDevice(
  dispatch: NotificationsDispatch,
  userId: string,
  publicKey: string,
): Promise<void> {
  const subscription = await subscriptionFor(publicKey);
  const { endpoint } = subscription;
  const choice = readChoice();
  if (choice?.userId === userId && choice.told?.endpoint === endpoint) return;
  const { id } = await dispatch(
    subscribePush.initiate(asBody(subscription), { track: false }),
  ).unwrap();
  storeChoice({ userId, told: { id, endpoint } });
}

export type TurnedOn =
  | { status: 'on' }
  /** The rider blocked push messages, or closed the prompt without an answer. */
  | { status: 'denied' | 'dismissed' }
  | { status: 'failed'; error: unknown };

/**
 * Asks for the permission and registers this device with the server. Call this on a tap, because browsers
 * require a tap.
 */
export async function turnPushOn(
  dispatch: NotificationsDispatch,
  userId: string,
  publicKey: string,
): Promise<TurnedOn> {
  const permission = await Notification.requestPermission();
  noteDevice();
  if (permission !== 'granted') {
    return { status: permission === 'denied' ? 'denied' : 'dismissed' };
  }
  try {
    await registerDevice(dispatch, userId, publicKey);
    return { status: 'on' };
  } catch (error) {
    // The service worker was not ready, or the browser's push service or our server did not answer or refused the
    // subscription.
    return { status: 'failed', error };
  }
}

export async function turnPushOff(dispatch: NotificationsDispatch): Promise<void> {
  const told = readChoice()?.told;
  storeChoice(null);
  const subscription = await (await pushManager()).getSubscription();
  await subscription?.unsubscribe();
  // If this request fails, the server still sends one more message. The push service refuses this
  // message, and the server then removes the subscription.
  if (told) await dispatch(unsubscribePush.initiate(told.id, { track: false }));
}

/**
 * Subscribes again without a prompt, if the browser or the operator has ended the subscription, or
 * if the subscription ended with a session. Does so only if this rider has turned on push messages
 * and the browser still permits them.
 */
export async function renewPush(
  dispatch: NotificationsDispatch,
  userId: string,
  publicKey: string,
): Promise<void> {
  if (readChoice()?.userId !== userId || Notification.permission !== 'granted') return;
  try {
    await registerDevice(dispatch, userId, publicKey);
  } catch {
    // The next visit subscribes again.
  }
}
