import type { Dependencies } from '../../dependencies.ts';
import { Loop } from '../../outbox/loop.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { answerWatches } from './answerWatches.ts';
import { watchChanged } from './watchChanged.ts';

/**
 * The interval of the rounds. It is the maximum delay of an answer if the change was in another process, or if a crash
 * prevented the answer.
 */
const roundEveryMs = 10_000;
/**
 * Each round searches for watches that other processes have answered. The search begins this long
 * before the previous round, because the commit of an answer may take some time.
 */
const lookBackMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>;

/**
 * Answers watches when stations change. It also checks all watches periodically, so that no watch is lost by a restart
 * or by a change in another process.
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
   * Checks the changed stations. Only one query runs at a time, for all changes since the previous query, because after
   * an outage many cabinets report at once.
   */
  async #lookAtChanged(): Promise<void> {
    while (this.#changed.size > 0) {
      const stationIds = [...this.#changed];
      this.#changed.clear();
      try {
        await answerWatches(this.#deps, stationIds);
      } catch (error) {
        // Only log the error, because the next round checks these stations again.
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
    // Repeated calls do no harm, because a stream sends an answered watch only once.
    for (const { id_hash } of answered) watchChanged(this.#deps, id_hash);
    this.#lookedAt = now;
    return null;
  }
}
