import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Tips and promotions of home. Not urgent: loaded after everything else. */
export const homeAsides = new LazyPart(async () => (await import('./HomeAsides.tsx')).HomeAsides);
