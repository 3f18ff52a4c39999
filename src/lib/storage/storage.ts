/** Text kept in the browser. Where the browser refuses, it lasts as long as the page. */
export interface TextStore {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Whether what was last put there, or taken away, is so in the browser and not for this page alone. */
  isKept(key: string): boolean;
}

/**
 * Wraps a browser's storage so that it never throws: in private modes, with cookies blocked, or when
 * it is full, reading the property itself may throw already, hence the function.
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
      // What was there before must not come back with the next page: an old session, or the key of
      // a payment that is over. Without it there may be room, too.
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
