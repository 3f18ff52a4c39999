import type { CabinetListener } from '../../gateway/gateway.ts';
import type { CabinetCommand, CabinetEvent } from '../../../contract/cabinet/messages.ts';
import type { ReportedParameters } from '../../../contract/cabinet/parameters.ts';
import { addMs } from '../../db/unitOfWork.ts';

type Eject = Extract<CabinetCommand, { type: 'eject' }>;
type SetParameter = Extract<CabinetCommand, { type: 'setParameter' }>;
type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;
type EventBody = DistributiveOmit<CabinetEvent, 'bootId' | 'seq' | 'at'>;

export interface CabinetBehaviour {
  ignoresExpiry: boolean;
  forgetsCommands: boolean;
  jams: boolean;
  hasNoClock: boolean;
  /** How many seconds the clock of the cabinet is ahead. */
  skewSeconds: number;
}

/**
 * A cabinet without a network. It has slots, and a log of unacknowledged events. The test delivers the
 * messages of the cabinet, and may lose, delay or repeat them.
 */
export class FakeCabinet {
  readonly stationId: string;
  readonly slots = new Map<number, string | null>();
  /** While the cabinet is not connected, no command arrives, and events wait in the log. */
  isConnected = true;
  /** The commands that have arrived, but were not executed yet. */
  readonly inbox: CabinetCommand[] = [];
  /** The unacknowledged events. The oldest comes first. */
  log: CabinetEvent[] = [];
  readonly behaviour: CabinetBehaviour = {
    ignoresExpiry: false,
    forgetsCommands: false,
    jams: false,
    hasNoClock: false,
    skewSeconds: 0,
  };
  /**
   * The charger that each command ejected, by the id of the command. A test may execute a command twice, as some
   * firmware does; `at` is the time of the first eject.
   */
  readonly ejections = new Map<string, { charger: string; at: Date }>();
  /** The parameters of the cabinet, with their values. */
  readonly parameters: ReportedParameters = { volume: 50 };
  readonly #now: () => Date;
  readonly #memory = new Map<string, EventBody>();
  readonly #locked = new Set<number>();
  /** The slots whose charger got stuck during an eject. */
  readonly #jammed = new Set<number>();
  #boot = 1;
  #seq = 0;

  constructor(stationId: string, slots: readonly (string | null)[], now: () => Date) {
    this.stationId = stationId;
    this.#now = now;
    slots.forEach((charger, index) => this.slots.set(index + 1, charger));
  }

  /**
   * Executes the oldest command. Returns the serial number of the charger that came out; null if no charger came out.
   */
  obey(): string | null {
    const command = this.inbox.shift();
    switch (command?.type) {
      case 'eject':
        return this.#eject(command);
      case 'inventory':
        this.report();
        return null;
      case 'lock':
      case 'unlock':
        if (command.type === 'lock') this.#locked.add(command.slot);
        else this.#locked.delete(command.slot);
        this.report();
        return null;
      case 'setParameter':
        this.#setParameter(command);
        return null;
      case 'restart':
        this.reboot();
        return null;
      case undefined:
        return null;
    }
  }

  /** Simulates that a person pushes a charger into a slot. Returns false if no slot is free. */
  push(charger: string): boolean {
    const free = [...this.slots].find(([, held]) => held === null);
    if (!free) return false;
    this.slots.set(free[0], charger);
    this.#record({ type: 'returned', slot: free[0], charger, level: 90 });
    return true;
  }

  /** Records an inventory. It does not contain the slot with the number `missing`. */
  report(missing?: number): void {
    const reported = [...this.slots].filter(([slot]) => slot !== missing);
    const slots = reported.map(([slot, charger]) => ({
      slot,
      charger,
      level: charger === null ? null : 100,
      status: this.#statusOf(slot),
    }));
    this.#record({ type: 'inventory', slots });
  }

  #statusOf(slot: number): 'ok' | 'disabled' | 'jammed' {
    if (this.#locked.has(slot)) return 'disabled';
    return this.behaviour.jams && this.#jammed.has(slot) ? 'jammed' : 'ok';
  }

  heartbeat(): void {
    this.#record({ type: 'heartbeat', signal: -60 });
  }

  /** Simulates a power failure: the cabinet loses the pending commands, but not its log. */
  reboot(): void {
    this.inbox.length = 0;
    this.#boot++;
    this.#seq = 0;
    this.report();
  }

  /** The time that the clock of the cabinet shows. */
  time(): Date {
    return addMs(this.#now(), this.behaviour.skewSeconds * 1000);
  }

  get bootId(): string {
    return `boot-${this.#boot}`;
  }

  /** Sends all events in order. */
  async sendAll(listener: CabinetListener): Promise<void> {
    for (let event = this.log[0]; event; event = this.log[0]) {
      await listener.onEvent(this.stationId, event);
      this.log.shift();
    }
  }

  #eject(command: Eject): string | null {
    const before = this.behaviour.forgetsCommands ? undefined : this.#memory.get(command.id);
    if (before) {
      this.#record(before);
      return null;
    }
    const answer = this.#try(command);
    this.#memory.set(command.id, answer);
    this.#record(answer);
    return answer.type === 'ejected' ? answer.charger : null;
  }

  #try({ id, charger, expiresAt }: Eject): EventBody & { type: 'ejected' | 'ejectFailed' } {
    const [slot] = [...this.slots].find(([, held]) => held === charger) ?? [];
    const common = { command: id, charger, slot: slot ?? 1 };
    if (!this.behaviour.ignoresExpiry && new Date(expiresAt) <= this.time()) {
      return { type: 'ejectFailed', ...common, reason: 'expired' };
    }
    if (slot === undefined) return { type: 'ejectFailed', ...common, reason: 'notFound' };
    if (this.behaviour.jams) {
      this.#jammed.add(slot);
      return { type: 'ejectFailed', ...common, reason: 'jammed' };
    }
    this.slots.set(slot, null);
    if (!this.ejections.has(id)) this.ejections.set(id, { charger, at: this.#now() });
    return { type: 'ejected', ...common };
  }

  #setParameter({ id, name, value }: SetParameter): void {
    if (this.parameters[name] === undefined) {
      this.#record({ type: 'parameterFailed', command: id, name, reason: 'unsupported' });
      return;
    }
    this.parameters[name] = value;
    this.#record({ type: 'parameterSet', command: id, name, value });
  }

  #record(body: EventBody): void {
    const at = this.behaviour.hasNoClock ? null : this.time().toISOString();
    this.#seq++;
    this.log.push({ ...body, bootId: this.bootId, seq: this.#seq, at });
  }
}
