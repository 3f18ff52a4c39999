/** Reads the id that the service worker stores in each notification that it shows. */
function idOf({ data }: Notification): string | null {
  const left: unknown = data;
  if (typeof left !== 'object' || left === null || !('notificationId' in left)) return null;
  return typeof left.notificationId === 'string' ? left.notificationId : null;
}

/**
 * Removes notifications from the device that the rider has seen in the app: the ones with these
 * ids, or all.
 */
export async function closeShown(ids: readonly string[] | 'all'): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Browsers without notifications lack this method, although the types say otherwise.
  const shown = await registration?.getNotifications?.();
  for (const notification of shown ?? []) {
    if (ids === 'all' || ids.includes(idOf(notification) ?? '')) notification.close();
  }
}
