import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { withTexts } from '../../lib/language/texts.ts';

/** Wide windows alone have the room: phones do without the code. */
export const railPart = new LazyPart(async () => (await withTexts(import('./Rail.tsx'))).Rail);
