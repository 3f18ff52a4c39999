import { LazyPart } from '../../lib/loading/lazyPart.ts';

/**
 * The tips and promotions of home. Their code loads after everything else, because they are not
 * urgent.
 */
export const homeAsides = new LazyPart(async () => (await import('./HomeAsides.tsx')).HomeAsides);
