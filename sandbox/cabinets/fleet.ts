import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { MovableClock } from '../../server/time/clock.ts';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import { JsonFile } from '../jsonFile.ts';
import { SimulatedCabinet } from './cabinet.ts';
import { StoredCabinet, chargedLevel, drainedLevel, newParameters } from './cabinetState.ts';
import { defaultKnobs, type KnobsPatch } from './knobs.ts';
import { isOurs, type PushedIn } from './mechanics.ts';

export type Scenario = 'ready' | 'empty' | 'offline' | 'full';

/** The contents of a cabinet before it is switched on for the first time. */
export interface CabinetPlan {
  id: string;
  name: string;
  scenario: Scenario | null;
  /** One element per slot, beginning with slot 1. */
  slots: ({ charger: string; level: number } | null)[];
}

export interface FleetOptions {
  plans: readonly CabinetPlan[];
  dataDir: string;
  brokerUrl: string;
  secretOf(stationId: string): string;
  clock: MovableClock;
  random(): number;
  newSerial(): string;
  log: SandboxLog;
}

/** A charger that is in no cabinet. */
export interface ChargerOut {
  charger: string;
  /** The current level in per cent. It falls while the charger is outside. */
  level: number;
  takenFrom: string;
  takenAt: string;
}

/** Thrown if the cabinet does not exist, or if the charger is not outside. */
export class NotHereError extends Error {
  override readonly name = 'NotHereError';
  readonly what: 'cabinet' | 'charger';

  constructor(what: 'cabinet' | 'charger') {
    super(`no such ${what}`);
    this.what = what;
  }
}

/** All simulated cabinets, and the chargers that are outside. */
export class Fleet extends EventEmitter<{ changed: [] }> {
  readonly #cabinets = new Map<string, SimulatedCabinet>();
  readonly #plans: readonly CabinetPlan[];
  readonly #options: FleetOptions;
  readonly #onMoved = (): void => this.#tickAll();
  #ticker: NodeJS.Timeout | undefined;

  constructor(options: FleetOptions) {
    super();
    this.#options = options;
    this.#plans = options.plans;
    for (const plan of options.plans) this.#cabinets.set(plan.id, this.#createCabinet(plan));
  }

  start(): void {
    for (const cabinet of this.#cabinets.values()) cabinet.start();
    this.#ticker = setInterval(() => this.#tickAll(), 1_000);
    this.#options.clock.on('moved', this.#onMoved);
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticker);
    this.#options.clock.off('moved', this.#onMoved);
    await Promise.all([...this.#cabinets.values()].map((cabinet) => cabinet.stop()));
  }

  cabinet(id: string): SimulatedCabinet {
    const cabinet = this.#cabinets.get(id);
    if (!cabinet) throw new NotHereError('cabinet');
    return cabinet;
  }

  turnAll(patch: KnobsPatch): void {
    for (const cabinet of this.#cabinets.values()) cabinet.turn(patch);
  }

  /**
   * Simulates a person who inserts a charger. The charger must be outside all cabinets, or be from another manufacturer
   * (with a serial number that does not begin with `PB-`).
   */
  pushIn(
    stationId: string,
    request: { charger: string; slot?: number | undefined; level?: number | undefined },
  ): PushedIn {
    const cabinet = this.cabinet(stationId);
    const { charger, slot } = request;
    const out = this.chargersOut().find((one) => one.charger === charger);
    if (!out && isOurs(charger)) throw new NotHereError('charger');
    const level = request.level ?? out?.level ?? 50;
    const result = cabinet.pushIn({ charger, slot, level });
    if (result.accepted) for (const other of this.#cabinets.values()) other.forgetTaken(charger);
    return result;
  }

  /** Returns the chargers that are outside, newest first. */
  chargersOut(): ChargerOut[] {
    const now = this.#options.clock.now();
    const docked = new Set<string>();
    const out = new Map<string, ChargerOut>();
    for (const { state } of this.#cabinets.values()) {
      for (const { charger } of state.slots) if (charger) docked.add(charger);
      for (const taken of state.taken) {
        const { charger, at } = taken;
        out.set(charger, {
          charger,
          level: drainedLevel(taken, now),
          takenFrom: state.id,
          takenAt: at,
        });
      }
    }
    return [...out.values()]
      .filter(({ charger }) => !docked.has(charger))
      .sort((a, b) => b.takenAt.localeCompare(a.takenAt));
  }

  views(): ReturnType<Fleet['view']>[] {
    return this.#plans.map(({ id }) => this.view(id));
  }

  /**
   * Returns the simulated state in the form of the response to `GET /sandbox/api/cabinets/{id}`.
   */
  view(id: string) {
    const { state, online } = this.cabinet(id);
    const plan = this.#plans.find((one) => one.id === id);
    const now = this.#options.clock.now();
    return {
      id,
      name: plan?.name ?? id,
      scenario: plan?.scenario ?? null,
      online,
      power: state.powerOffUntil === null,
      offlineUntil: state.offlineUntil,
      powerOffUntil: state.powerOffUntil,
      bootId: state.bootId,
      /** The number of events that the server has not acknowledged. */
      unacknowledged: state.log.length,
      /** The number of commands that the cabinet has received but not performed yet. */
      pending: state.pending.length,
      slots: state.slots.map((stored) => ({
        slot: stored.slot,
        charger: stored.charger,
        level: stored.charger === null ? null : chargedLevel(stored, now),
        status: stored.status,
      })),
      parameters: state.parameters,
      knobs: state.knobs,
    };
  }

  /** Resolves when each cabinet is `quiet`, or after the time-out. */
  settled(timeoutMs: number): Promise<void> {
    return this.#when(
      () => [...this.#cabinets.values()].every((cabinet) => cabinet.quiet),
      timeoutMs,
    );
  }

  #createCabinet(plan: CabinetPlan): SimulatedCabinet {
    const { dataDir, brokerUrl, clock, log, random, newSerial } = this.#options;
    const file = new JsonFile(
      path.join(dataDir, 'sandbox', 'cabinets', `${plan.id}.json`),
      StoredCabinet,
    );
    return new SimulatedCabinet({
      secret: this.#options.secretOf(plan.id),
      brokerUrl,
      file,
      state: file.read() ?? newStoredCabinet(plan, clock.now()),
      clock,
      random,
      newSerial,
      log,
      onChange: () => this.emit('changed'),
    });
  }

  #tickAll(): void {
    for (const cabinet of this.#cabinets.values()) cabinet.tick();
  }

  #when(condition: () => boolean, timeoutMs: number): Promise<void> {
    if (condition()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.off('changed', check);
        resolve();
      };
      const check = (): void => {
        if (condition()) done();
      };
      const timer = setTimeout(done, timeoutMs);
      this.on('changed', check);
    });
  }
}

function newStoredCabinet({ id, slots, scenario }: CabinetPlan, now: Date): StoredCabinet {
  const levelAt = now.toISOString();
  return {
    id,
    boots: 0,
    bootId: '',
    seq: 0,
    slots: slots.map((content, index) => ({
      slot: index + 1,
      charger: content?.charger ?? null,
      level: content?.level ?? 0,
      levelAt,
      status: 'ok',
    })),
    taken: [],
    log: [],
    pending: [],
    memory: [],
    offlineUntil: scenario === 'offline' ? 'forever' : null,
    powerOffUntil: null,
    lastEject: null,
    inventoryAt: null,
    parameters: { ...newParameters },
    knobs: defaultKnobs,
  };
}
