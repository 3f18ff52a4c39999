import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What all properties draw their cases from; null for other cases at every run. */
    propertySeed: number | null;
  }
}

const seed = inject('propertySeed');
if (seed !== null) fc.configureGlobal({ seed });
