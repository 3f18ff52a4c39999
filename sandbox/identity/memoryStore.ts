import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The maximum number of entries. The oldest entries are removed first. */
const maxEntries = 2_000;

/**
 * Stores the sign-ins, sessions and tokens of one simulated provider. The store is in memory, so
 * people must sign in again after a restart. The library checks the expiry time of each entry.
 */
export class MemoryStore {
  readonly #entries = new Map<string, AdapterPayload>();

  /** Returns the store for one kind of entry, with the interface that the library requires. */
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
        // Delete only entries of this kind. If a person chooses another account, the library revokes the grant of the
        // first account. The sign-in in progress still refers to that grant, and must continue.
        for (const [key, payload] of this.#entries) {
          if (key.startsWith(`${kind}:`) && payload.grantId === grantId) this.#entries.delete(key);
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
