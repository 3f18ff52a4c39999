import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The maximum number of entries. The oldest entries are removed first. */
const maxEntries = 2_000;

/**
 * Stores the sign-ins in progress at one simulated provider, in memory: after a restart people must sign
 * in again. Each entry has an expiry time, which the library checks.
 */
export class MemoryStore {
  readonly #entries = new Map<string, AdapterPayload>();

  /** The store for one kind of entry, with the interface of the library. */
  part(kind: string): Adapter {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (id: string) => this.#entries.get(keyOf(id));
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...this.#entries].find(
        ([key, payload]) => key.startsWith(`${kind}:`) && payload[name] === value,
      )?.[1];
    return {
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      upsert: async (id, payload) => this.#store(keyOf(id), payload),
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = true;
      },
      destroy: async (id) => {
        this.#entries.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of this.#entries) {
          if (payload.grantId === grantId) this.#entries.delete(key);
        }
      },
    };
  }

  #store(key: string, payload: AdapterPayload): void {
    this.#entries.delete(key);
    this.#entries.set(key, payload);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries) break;
      this.#entries.delete(oldest);
    }
  }
}
