import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** What home says besides. Nobody waits for it: it is fetched when everything else is there. */
export const homeAsides = new LazyPart(async () => (await import('./HomeAsides.tsx')).HomeAsides);
