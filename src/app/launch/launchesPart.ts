import { LazyPart } from '../../lib/loading/lazyPart.ts';

/**
 * The code for launches loads after the start. Until it has loaded, the browser stores the launches
 * in a queue.
 */
export const launches = new LazyPart(async () => (await import('./Launches.tsx')).Launches);
