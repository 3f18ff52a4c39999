/** Reads the id that the service worker stores in each notification that it shows. */
function idOf({ data }: Notification): string | null {
  const left: unknown = data;
  if (typeof left !== 'object' || left === null || !('notificationId' in left)) return null;
  return typeof left.notificationId === 'string' ? left.notificationId : null;
}

/**
 * Closes notifications on the device, because the rider has seen them in the app: the notifications with
 * these ids, or all notifications.
 */
export async function closeShown(ids: readonly string[] | 'all'): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // This method is missing in browsers without notifications, although the types declare it.
  const shown = await registration?.getNotifications?.();
  for (const notification of shown ?? []) {
    if (ids === 'all' || ids.includes(idOf(notification) ?? '')) notification.close();
  }
}
