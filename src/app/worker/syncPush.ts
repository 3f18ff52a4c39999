import { isText, listOf, objectOf, orNull } from '../../../contract/rules/shapes/shapes.ts';
import type { Opened, PageMessage, Pressed, WorkerMessage } from '../../../sw/messages.ts';
import { configApi } from '../../api/configApi.ts';
import { authApi } from '../../features/auth/authApi.ts';
import { markRead, refreshNotifications } from '../../features/notifications/liveNotifications.ts';
import { readChoice, watchDevice } from '../../features/notifications/push/device.ts';
import { renewPush } from '../../features/notifications/push/subscription.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { isWorkOngoing } from '../../lib/page/ongoingWork.ts';
import type { Store } from '../state/store.ts';
import { mayUpdateOn } from '../update/update.ts';

const isPressed = objectOf<Pressed>({ path: isText, notificationId: orNull(isText) });
const isOpened = objectOf<Opened>({ notificationIds: listOf(isText) });

function hasType(data: unknown, type: PageMessage['type']): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * Handles the messages of the service worker about notifications, and keeps the push subscription
 * of this device up to date.
 *
 * @returns a function that ends the handling of messages and the updates of the subscription.
 */
export function syncPush({ dispatch, getState }: Store, goTo: (path: string) => void) {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;

  const renew = async () => {
    if (readChoice() === null) return;
    const config = configApi.endpoints.getConfig.select()(getState()).data;
    const { data: me } = await dispatch(
      authApi.endpoints.getMe.initiate(undefined, { subscribe: false }),
    );
    if (config?.push && me) await renewPush(dispatch, me.id, config.push.publicKey);
  };
  const onMessage = ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (hasType(data, 'NOTIFIED')) refreshNotifications(dispatch);
    if (hasType(data, 'PUSH_CHANGED')) void renew();
    if (!hasType(data, 'OPEN') || !isPressed(data)) return;
    port?.postMessage(null);
    // Do not open another page during a payment, the release of a charger or a scan, or on a page
    // where `mayUpdateOn` returns false. The rider finds the notification in the list.
    if (!mayUpdateOn(location.pathname) || isWorkOngoing('money', 'camera')) return;
    goTo(safeInternalPath(data.path, '/notification'));
    if (data.notificationId !== null) markRead(dispatch, [data.notificationId]);
  };

  serviceWorker.addEventListener('message', onMessage);
  const unwatch = watchDevice(() => void renew());
  void renew();
  requestOpened((ids) => markRead(dispatch, ids));
  return () => {
    serviceWorker.removeEventListener('message', onMessage);
    unwatch();
  };
}

/**
 * Asks the service worker which notifications have opened windows of the app since the last such
 * question. If the service worker answers, calls `onOpened` with the ids of these notifications.
 */
function requestOpened(onOpened: (ids: string[]) => void): void {
  const { controller } = navigator.serviceWorker;
  if (controller === null) return;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isOpened(data)) onOpened(data.notificationIds);
    port1.close();
  });
  port1.start();
  const message: WorkerMessage = { type: 'ASK_OPENED' };
  controller.postMessage(message, [port2]);
}
