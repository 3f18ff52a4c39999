import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many cases a fuzz test sends to each route or reader. */
    fuzzCases: number;
  }
}

export const fuzzCases = inject('fuzzCases');

/** The seed of some cases, which depends on no other test, but on `PROPERTY_SEED`. */
export function seedOf(name: string): number {
  const { seed = unseeded } = fc.readConfigureGlobal();
  return hashOf(`${seed} ${name}`);
}

/** Without a given seed, each run has its own. */
const unseeded = Math.floor(Math.random() * 2 ** 31);

/** FNV-1a, as a signed integer of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
