import type { Dependencies } from '../../dependencies.ts';

/** Makes the streams of this process read a watch again; idempotent, because each sends it once. */
export function watchChanged({ changes }: Pick<Dependencies, 'changes'>, idHash: string): void {
  changes.emit('watch', idHash);
}
