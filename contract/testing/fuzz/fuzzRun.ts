import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of cases that a fuzz test sends to each route or reader. */
    fuzzCases: number;
  }
}

export const fuzzCases = inject('fuzzCases');

/**
 * Returns the seed for one fuzz test. It depends only on the name of the test and on the seed of the run
 * (`PROPERTY_SEED`).
 */
export function seedOf(name: string): number {
  const { seed = unseeded } = fc.readConfigureGlobal();
  return hashOf(`${seed} ${name}`);
}

/** The seed if `PROPERTY_SEED` is not set. It is different in each run. */
const unseeded = Math.floor(Math.random() * 2 ** 31);

/** The FNV-1a hash of a text, as a signed integer of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
