import type { Dependencies } from '../../dependencies.ts';
import { Loop } from '../../outbox/loop.ts';
import { addMs } from '../../unitOfWork.ts';
import { answerWatches } from './answerWatches.ts';
import { watchChanged } from './watchChanged.ts';

/** The maximum delay of an answer if another process saw the change, or if a crash lost it. */
const roundEveryMs = 10_000;
/** How far back to look for answers by other processes: their commits may take some time. */
const lookBackMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>;

/**
 * Answers watches when stations change, and checks all of them periodically, so that neither a
 * restart nor a change seen by another process loses one.
 */
export class WatchKeeper {
  readonly #deps: Needed;
  readonly #loop: Loop;
  /** Changed stations that were not checked yet. */
  readonly #changed = new Set<string>();
  #looking: Promise<void> | null = null;
  #lookedAt: Date;

  constructor(deps: Needed) {
    this.#deps = deps;
    this.#lookedAt = deps.clock.now();
    this.#loop = new Loop({
      clock: deps.clock,
      round: () => this.#round(),
      onError: (error) => deps.log.error({ err: error }, 'the open watches were not checked'),
      longestWaitMs: roundEveryMs,
    });
  }

  start(): void {
    this.#deps.changes.on('station', this.#stationChanged);
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#deps.changes.off('station', this.#stationChanged);
    await this.#loop.stop();
    await this.#looking;
  }

  readonly #stationChanged = (stationId: string): void => {
    this.#changed.add(stationId);
    this.#looking ??= this.#lookAtChanged();
  };

  /**
   * Runs one query at a time, for all changes since the last one: after an outage, every cabinet
   * reports.
   */
  async #lookAtChanged(): Promise<void> {
    while (this.#changed.size > 0) {
      const stationIds = [...this.#changed];
      this.#changed.clear();
      try {
        await answerWatches(this.#deps, stationIds);
      } catch (error) {
        // The next round checks these stations, too.
        this.#deps.log.error({ err: error }, 'the watches of changed stations were not answered');
      }
    }
    this.#looking = null;
  }

  async #round(): Promise<null> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    await answerWatches(this.#deps);
    const answered = await db
      .selectFrom('watches')
      .select('id_hash')
      .where('available_at', '>=', addMs(this.#lookedAt, -lookBackMs))
      .execute();
    // Streams send a watch once, however often they are called.
    for (const { id_hash } of answered) watchChanged(this.#deps, id_hash);
    this.#lookedAt = now;
    return null;
  }
}
