import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed of all property tests; null if every run has new cases. */
    propertySeed: number | null;
  }
}

const seed = inject('propertySeed');
if (seed !== null) fc.configureGlobal({ seed });
