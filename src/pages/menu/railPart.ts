import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/**
 * The rail. Its code is separate, because only wide windows have room for the rail, and phones need
 * not load it.
 */
export const railPart = new LazyPart(async () => (await withTexts(import('./Rail.tsx'))).Rail);
