import { local } from './storage.ts';

const askedKey = 'storageAsked';

/**
 * Asks the browser once for persistent storage, so that the browser does not delete the app's data
 * when the device runs out of space. After the first rental, the app stores receipts for offline
 * use. The app also works if the browser refuses.
 */
export async function requestPersistentStorage(): Promise<void> {
  // This property is missing on pages without HTTPS, although the types declare it.
  const storage: StorageManager | undefined = navigator.storage;
  if (local.get(askedKey) !== null || typeof storage?.persist !== 'function') return;
  // Firefox would show a permission prompt that the user does not expect.
  if (navigator.userAgent.includes('Firefox/')) return;
  local.set(askedKey, '1');
  try {
    await storage.persist();
  } catch (error) {
    // A policy of the browser refuses persistent storage.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
  }
}
