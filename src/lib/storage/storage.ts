/**
 * Stores text in the browser. If the browser refuses, the text exists only until the page closes.
 */
export interface TextStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /**
   * Returns whether the latest change of this key is stored in the browser. If it is not, the
   * change exists only until the page closes.
   */
  isStored(key: string): boolean;
}

/**
 * Wraps a storage of the browser, so that it never throws. A browser's storage throws in private
 * modes, with blocked cookies, or without free space. The parameter is a function, because reading
 * the property `localStorage` may already throw.
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
      const inMemory = memory.get(key);
      if (inMemory !== undefined) return inMemory;
      return attempt((storage) => storage.getItem(key))?.value ?? null;
    },
    set(key, value) {
      const put = () => attempt((storage) => storage.setItem(key, value)) !== null;
      // Remove the old value if the new value cannot be stored, because the next page must not find
      // an old session, or the key of a completed payment. The removal may also make room for the
      // new value.
      const isPut = put() || (attempt((storage) => storage.removeItem(key)) !== null && put());
      if (isPut) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      if (attempt((storage) => storage.removeItem(key))) memory.delete(key);
      else memory.set(key, null);
    },
    isStored: (key) => !memory.has(key),
  };
}

export const local = safeStorage(() => window.localStorage);
export const session = safeStorage(() => window.sessionStorage);
