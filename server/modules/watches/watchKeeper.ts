import type { Dependencies } from '../../dependencies.ts';
import { Loop } from '../../outbox/loop.ts';
import { addMs } from '../../unitOfWork.ts';
import { answerWatches } from './answerWatches.ts';
import { watchChanged } from './watchChanged.ts';

/** How long a person waits at most for what another process saw, or what a crash swallowed. */
const roundEveryMs = 10_000;
/** Answers of other processes are looked for this far back: their commits may take their time. */
const lookBackMs = 60_000;

type Needed = Pick<Dependencies, 'db' | 'clock' | 'changes' | 'outbox' | 'log'>;

/**
 * Answers watches as stations change, and all of them now and then, so that neither a restart between
 * a change and its telling nor a change seen by another process loses one.
 */
export class WatchKeeper {
  readonly #deps: Needed;
  readonly #loop: Loop;
  /** Stations that nobody has looked at since they changed. */
  readonly #changed = new Set<string>();
  #looking: Promise<void> | null = null;
  #lookedAt: Date;

  constructor(deps: Needed) {
    this.#deps = deps;
    this.#lookedAt = deps.clock.now();
    this.#loop = new Loop({
      clock: deps.clock,
      round: () => this.#round(),
      onError: (error) => deps.log.error({ err: error }, 'watches were not looked through'),
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

  /** One query at a time, for all that changed meanwhile: after an outage, every cabinet speaks. */
  async #lookAtChanged(): Promise<void> {
    while (this.#changed.size > 0) {
      const stationIds = [...this.#changed];
      this.#changed.clear();
      try {
        await answerWatches(this.#deps, stationIds);
      } catch (error) {
        // The next round looks at these stations, too.
        this.#deps.log.error({ err: error }, 'watches of changed stations were not answered');
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
    // Streams tell a watch once, however often they hear of it.
    for (const { id_hash } of answered) watchChanged(this.#deps, id_hash);
    this.#lookedAt = now;
    return null;
  }
}
