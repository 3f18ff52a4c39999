import type { Dependencies } from '../../dependencies.ts';

type Needed = Pick<Dependencies, 'changes'>;

/**
 * Delivers a watch that was answered. Called once for each, by the process that answered it: what goes
 * out to a person hangs on here.
 */
export function watchFired(deps: Needed, idHash: string): void {
  watchChanged(deps, idHash);
}

/** Has the streams of this process look at a watch again, as often as one likes: each tells it once. */
export function watchChanged({ changes }: Needed, idHash: string): void {
  changes.emit('watch', idHash);
}
