import type { Watch } from '../../../contract/watches.ts';
import { callAt } from '../../time/clock.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { hashWatchId, readWatch } from './watches.ts';

/**
 * Sends a watch at the start, and again when it is answered. Calls `ended` when the watch can no longer change, because
 * it was answered, has expired, or was deleted, and also if the watch cannot be read.
 *
 * @returns a function that stops the sending.
 */
export function followWatch(
  deps: Pick<Dependencies, 'db' | 'clock' | 'changes' | 'log'>,
  id: string,
  { send, ended }: { send: (watch: Watch) => void; ended: () => void },
): () => void {
  const idHash = hashWatchId(id);
  let lastSent: string | null | undefined;
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
  const sendState = async () => {
    const watch = await readWatch(deps.db, id);
    if (stopped) return;
    if (watch.availableAt !== lastSent) {
      lastSent = watch.availableAt;
      send(watch);
    }
    const expiresAt = new Date(watch.expiresAt);
    if (watch.availableAt !== null || expiresAt <= deps.clock.now()) end();
    else forgetExpiry ??= callAt(deps.clock, expiresAt, look);
  };
  const look = () => {
    sendState().catch((error: unknown) => {
      const isGone = error instanceof ProblemError && error.code === 'watchNotFound';
      // Only log the error: the client opens the stream again and then gets the current state.
      if (!isGone) deps.log.error({ err: error }, 'the state of a watch could not be sent');
      end();
    });
  };
  const onChange = (changed: string) => {
    if (changed === idHash) look();
  };
  // Add the listener before the read, so that no change during the read is missed.
  deps.changes.on('watch', onChange);
  look();
  return stop;
}
