import type { Adapter, AdapterPayload } from 'oidc-provider';

/** More entries than any use of the sandbox needs. The oldest are removed first. */
const maxKept = 2_000;

/**
 * The sign-ins in progress at one simulated provider. A restart loses them, and people start again. Each
 * entry has its expiry time, which the library checks.
 */
export class MemoryStore {
  readonly #kept = new Map<string, AdapterPayload>();

  /** The store for one kind of entry, as the library requests it. */
  part(kind: string): Adapter {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (id: string) => this.#kept.get(keyOf(id));
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...this.#kept].find(
        ([key, payload]) => key.startsWith(`${kind}:`) && payload[name] === value,
      )?.[1];
    return {
      find,
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      upsert: async (id, payload) => this.#keep(keyOf(id), payload),
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = true;
      },
      destroy: async (id) => {
        this.#kept.delete(keyOf(id));
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of this.#kept) {
          if (payload.grantId === grantId) this.#kept.delete(key);
        }
      },
    };
  }

  #keep(key: string, payload: AdapterPayload): void {
    this.#kept.delete(key);
    this.#kept.set(key, payload);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
    }
  }
}
