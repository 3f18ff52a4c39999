/** Reads the id that the service worker stores in each notification that it shows. */
function idOf({ data }: Notification): string | null {
  const left: unknown = data;
  if (typeof left !== 'object' || left === null || !('notificationId' in left)) return null;
  return typeof left.notificationId === 'string' ? left.notificationId : null;
}

/**
 * Closes the notifications with these ids on the device, or all notifications. Call this after the rider has seen them
 * in the app, or after the session has ended.
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
