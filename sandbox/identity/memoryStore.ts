import type { Adapter, AdapterPayload } from 'oidc-provider';

/** More than any tour of the sandbox needs; the oldest go first. */
const maxKept = 2_000;

/**
 * What one played provider has under way; a restart forgets it, and people simply begin anew. Whether
 * a thing has expired is written in it, and the library's to see.
 */
export class MemoryStore {
  readonly #kept = new Map<string, AdapterPayload>();

  /** The part that holds one kind of thing, as the library asks for it. */
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
