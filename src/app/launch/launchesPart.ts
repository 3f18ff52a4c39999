import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Fetched after the start. Until then, the browser keeps the launches in a queue. */
export const launches = new LazyPart(async () => (await import('./Launches.tsx')).Launches);
