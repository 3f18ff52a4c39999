import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/** Only wide windows have room for the rail, so phones do not load its code. */
export const railPart = new LazyPart(async () => (await withTexts(import('./Rail.tsx'))).Rail);
