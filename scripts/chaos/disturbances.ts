import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { StripeFault } from '../../server/testing/stripe/fakeStripe.ts';
import type { TwilioFault } from '../../server/testing/fakeTwilio.ts';
import type { Random } from './random.ts';
import type { Served, World } from './world.ts';

interface Kind {
  readonly name: string;
  /** Mean interval between two faults, in seconds. */
  readonly everySeconds: number;
  /** Whether the interval is always the same, and not random. */
  readonly isRegular?: boolean;
  readonly act: (random: Random) => Promise<unknown>;
}

/** Causes all kinds of faults, each at random or regular intervals, until `end` is called. */
export class Disturbances {
  readonly counts = new Map<string, number>();
  readonly #world: World;
  readonly #ending = new AbortController();
  readonly #under: Promise<unknown>[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  start(): void {
    const { random, stripe, twilio, served, cabinets, broker } = this.#world;
    const kinds: Kind[] = [
      { name: 'kill -9', everySeconds: 3, isRegular: true, act: (r) => this.#restart(r, 'kill') },
      { name: 'graceful stop', everySeconds: 20, act: (r) => this.#restart(r, 'stop') },
      { name: 'database cut', everySeconds: 7, act: (r) => this.#cutDatabase(r) },
      { name: 'broker line cut', everySeconds: 8, act: async (r) => r.pick(served).line.cut() },
      { name: 'cabinet line cut', everySeconds: 1.5, act: async (r) => r.pick(cabinets).cut() },
      { name: 'cabinet silent', everySeconds: 6, act: (r) => this.#silence(r) },
      { name: 'cabinet power cut', everySeconds: 8, act: (r) => this.#cutPower(r) },
      { name: 'broker restart', everySeconds: 25, act: () => broker.restart() },
      { name: 'cabinet jammed', everySeconds: 12, act: (r) => this.#jam(r) },
      {
        name: 'Stripe fault',
        everySeconds: 1.2,
        act: async (r) => stripe.faults.push(stripeFault(r)),
      },
      {
        name: 'Twilio fault',
        everySeconds: 12,
        act: async (r) => twilio.faults.push(twilioFault(r)),
      },
      { name: 'Stripe unstuck', everySeconds: 2, act: async () => stripe.unstick() },
    ];
    for (const kind of kinds) this.#under.push(this.#repeat(kind, random.fork()));
  }

  /** Stops all disturbances and starts the processes that are down. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#under);
    const { network, stripe, twilio } = this.#world;
    network.isCalm = true;
    stripe.faults.length = 0;
    twilio.faults.length = 0;
    stripe.unstick();
  }

  async #repeat({ name, everySeconds, isRegular, act }: Kind, random: Random): Promise<void> {
    for (;;) {
      // Intervals between independent events have an exponential distribution.
      const share = isRegular ? 1 : -Math.log(1 - random.fraction());
      await this.#wait(share * everySeconds * 1000);
      if (this.#ending.signal.aborted) return;
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
      await act(random);
    }
  }

  /** Waits for this time. Returns early when `end` is called. */
  async #wait(ms: number): Promise<void> {
    await setTimeout(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }

  async #restart(random: Random, how: 'kill' | 'stop'): Promise<void> {
    const ready = this.#world.served.filter(({ process }) => process.isReady);
    if (ready.length === 0) return;
    const { process } = random.pick(ready);
    await process[how]();
    // If the process exits during its start, the run did not cause this exit. `ServerProcess` records it in
    // `unexpectedExits`, and it counts as a violation. The run then starts the process again, as a supervisor does.
    while (!(await process.start())) await setTimeout(100);
  }

  async #cutDatabase(random: Random): Promise<void> {
    const share = random.pick([0.3, 1]);
    const whose: Served[] = random.chance(0.3)
      ? [...this.#world.served]
      : [random.pick(this.#world.served)];
    const names = whose.map(({ connectionName }) => connectionName);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = any(${names}::text[]) and datname = current_database()
        and random() < ${share}`.execute(this.#world.database.db);
  }

  async #silence(random: Random): Promise<void> {
    const cabinet = random.pick(this.#world.cabinets);
    await cabinet.close();
    await this.#wait(random.between(2_000, 10_000));
    cabinet.open();
  }

  /** During the power cut, riders may push chargers in. The cabinet reports these chargers when the power is back. */
  async #cutPower(random: Random): Promise<void> {
    await random.pick(this.#world.cabinets).reboot(this.#wait(random.between(500, 5_000)));
  }

  async #jam(random: Random): Promise<void> {
    const { behaviour } = random.pick(this.#world.cabinets).cabinet;
    behaviour.jams = true;
    await this.#wait(random.between(1_000, 6_000));
    behaviour.jams = false;
  }
}

const paths = [
  /\/payment_intents$/,
  /\/payment_intents$/,
  /\/capture$/,
  /\/capture$/,
  /\/cancel$/,
  /\/refunds$/,
  /\/setup_intents/,
];

function stripeFault(random: Random): StripeFault {
  const path = random.pick(paths);
  const kind = random.pick<StripeFault['kind']>([
    'error',
    'error',
    'cut',
    'cut',
    'page',
    'rateLimit',
    'hang',
    'stuck',
  ]);
  return { kind, path, after: random.chance(0.5), method: 'POST' };
}

function twilioFault(random: Random): TwilioFault {
  return random.pick<TwilioFault>([
    { kind: 'answer', status: 500 },
    { kind: 'page', status: 502 },
    { kind: 'cut' },
    { kind: 'hang' },
  ]);
}
