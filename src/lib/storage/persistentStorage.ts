import { local } from './storage.ts';

const askedKey = 'storageAsked';

/**
 * Asks the browser once for persistent storage. With it, the browser does not delete our data when
 * the device runs out of space. From the first rental on, the app stores receipts for use without a
 * network. The app works with any answer.
 */
export async function requestPersistentStorage(): Promise<void> {
  // Pages without HTTPS lack this property, although the types say otherwise.
  const storage: StorageManager | undefined = navigator.storage;
  if (local.get(askedKey) !== null || typeof storage?.persist !== 'function') return;
  // Firefox would show a permission question that the user did not expect.
  if (navigator.userAgent.includes('Firefox/')) return;
  local.set(askedKey, '1');
  try {
    await storage.persist();
  } catch (error) {
    // A policy refuses it.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
  }
}
