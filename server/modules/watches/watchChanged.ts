import type { Dependencies } from '../../dependencies.ts';

/** Has the streams of this process look at a watch again, as often as one likes: each tells it once. */
export function watchChanged({ changes }: Pick<Dependencies, 'changes'>, idHash: string): void {
  changes.emit('watch', idHash);
}
