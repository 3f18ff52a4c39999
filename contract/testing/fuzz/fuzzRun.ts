import { createHash } from 'node:crypto';
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
  return createHash('sha256').update(`${seed} ${name}`).digest().readInt32BE();
}

/** Without a given seed, each run has its own. */
const unseeded = createHash('sha256').update(String(performance.timeOrigin)).digest().readInt32BE();
