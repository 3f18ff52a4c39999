import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** The tips and promotions of home. They are not urgent, so they load after everything else. */
export const homeAsides = new LazyPart(async () => (await import('./HomeAsides.tsx')).HomeAsides);
