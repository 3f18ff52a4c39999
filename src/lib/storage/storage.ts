/** Stores text in the browser. If the browser refuses, the text lasts as long as the page. */
export interface TextStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /**
   * Whether the last change of this key is stored in the browser. Otherwise it lasts only as long
   * as the page.
   */
  isKept(key: string): boolean;
}

/**
 * Wraps a storage of the browser so that it never throws. Without this, it throws in private modes,
 * with blocked cookies or without free space. The parameter is a function, because even to read the
 * property `localStorage` may throw.
 */
export function safeStorage(open: () => Storage): TextStore {
  const memory = new Map<string, string | null>();

  function attempt<T>(work: (storage: Storage) => T): { value: T } | null {
    try {
      return { value: work(open()) };
    } catch {
      return null;
    }
  }

  return {
    get(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      return attempt((storage) => storage.getItem(key))?.value ?? null;
    },
    set(key, value) {
      const put = () => attempt((storage) => storage.setItem(key, value)) !== null;
      // The next page must not find the old value: it may be an old session, or the key of a
      // completed payment. To remove it may also make room for the new value.
      const isPut = put() || (attempt((storage) => storage.removeItem(key)) !== null && put());
      if (isPut) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      if (attempt((storage) => storage.removeItem(key))) memory.delete(key);
      else memory.set(key, null);
    },
    isKept: (key) => !memory.has(key),
  };
}

export const local = safeStorage(() => window.localStorage);
export const session = safeStorage(() => window.sessionStorage);
