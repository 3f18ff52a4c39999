/** The id that the service worker leaves with each notification that it shows. */
function idOf({ data }: Notification): string | null {
  const left: unknown = data;
  if (typeof left !== 'object' || left === null || !('notificationId' in left)) return null;
  return typeof left.notificationId === 'string' ? left.notificationId : null;
}

/** Takes from the device's own list what was seen in the app: those, or all. */
export async function closeShown(ids: readonly string[] | 'all'): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  // Absent where the browser shows none, whatever the types say.
  const shown = await registration?.getNotifications?.();
  for (const notification of shown ?? []) {
    if (ids === 'all' || ids.includes(idOf(notification) ?? '')) notification.close();
  }
}
