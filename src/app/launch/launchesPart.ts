import { LazyPart } from '../../lib/loading/lazyPart.ts';

/** Fetched when the start is over: the browser keeps launches until somebody takes them. */
export const launches = new LazyPart(async () => (await import('./Launches.tsx')).Launches);
