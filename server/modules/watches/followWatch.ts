import type { Watch } from '../../../contract/watches.ts';
import { callAt } from '../../clock.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { hashWatchId, readWatch } from './watches.ts';

/**
 * Tells of a watch as it is and once more when it is answered. `ended` is called when no more can
 * come: it was answered, its time is over, or it is gone.
 *
 * @returns a function that stops it.
 */
export function followWatch(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'log'>,
  id: string,
  { send, ended }: { send: (watch: Watch) => void; ended: () => void },
): () => void {
  const idHash = hashWatchId(id);
  let told: string | null | undefined;
  let stopped = false;
  let forgetExpiry: (() => void) | null = null;

  const stop = () => {
    stopped = true;
    deps.changes.off('watch', onChange);
    forgetExpiry?.();
  };
  const end = () => {
    if (stopped) return;
    stop();
    ended();
  };
  const tell = async () => {
    const watch = await readWatch(deps.db, id);
    if (stopped) return;
    if (watch.availableAt !== told) {
      told = watch.availableAt;
      send(watch);
    }
    const expiresAt = new Date(watch.expiresAt);
    if (watch.availableAt !== null || expiresAt <= deps.clock.now()) end();
    else forgetExpiry ??= callAt(deps.clock, expiresAt, look);
  };
  const look = () => {
    tell().catch((error: unknown) => {
      const isGone = error instanceof ProblemError && error.code === 'watchNotFound';
      // The client opens the stream again, and hears how things stand.
      if (!isGone) deps.log.error({ err: error }, 'a watch could not be told');
      end();
    });
  };
  const onChange = (changed: string) => {
    if (changed === idHash) look();
  };
  // Listening first: what happens while the watch is being read is not missed.
  deps.changes.on('watch', onChange);
  look();
  return stop;
}
