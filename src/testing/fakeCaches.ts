import { vi } from 'vitest';

/** Installs an empty cache storage, which jsdom lacks. */
export function fakeCaches(): void {
  const stores = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (key: string) => store.get(key)?.clone(),
      put: async (key: string, answer: Response) => {
        store.delete(key);
        store.set(key, answer);
      },
      keys: async () => [...store.keys()],
      delete: async (key: string) => store.delete(key),
    };
  };
  vi.stubGlobal('caches', {
    open,
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  });
}
