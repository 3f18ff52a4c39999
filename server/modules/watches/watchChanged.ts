import type { Dependencies } from '../../dependencies.ts';

/**
 * Makes the streams of this process read a watch again. Further calls have no effect, because each stream sends an
 * answered watch only once.
 */
export function watchChanged({ changes }: Pick<Dependencies, 'changes'>, idHash: string): void {
  changes.emit('watch', idHash);
}
