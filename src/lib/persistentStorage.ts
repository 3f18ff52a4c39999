import { local } from './storage.ts';

const askedKey = 'storageAsked';

/**
 * Asks the browser, once, not to clear what this app keeps when the device runs short: from the first
 * rental on there are receipts that open without a network. Whatever it answers, all goes on.
 */
export async function requestPersistentStorage(): Promise<void> {
  // Absent where the page is not served securely, whatever the types say.
  const storage: StorageManager | undefined = navigator.storage;
  if (local.get(askedKey) !== null || typeof storage?.persist !== 'function') return;
  // Firefox would put the question to the person, who has asked for nothing.
  if (navigator.userAgent.includes('Firefox/')) return;
  local.set(askedKey, '1');
  try {
    await storage.persist();
  } catch (error) {
    // Refused by a policy.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
  }
}
