import type { MovableClock } from '../../server/time/clock.ts';
import type { SandboxLog } from '../../server/outside/outsideWorld.ts';
import type { CabinetAck, CabinetCommand, CabinetEvent } from '../../contract/cabinet/messages.ts';
import type { JsonFile } from '../jsonFile.ts';
import { CabinetLink } from './cabinetLink.ts';
import {
  chargedLevel,
  inventoryEverySeconds,
  rememberedCommands,
  type StoredCabinet,
  type StoredSlot,
} from './cabinetState.ts';
import { defaultKnobs, Knobs, type KnobsPatch } from './knobs.ts';
import {
  eject,
  inventorySlots,
  pushIn,
  setParameter,
  type EventBody,
  type PushedIn,
} from './mechanics.ts';

export interface CabinetOptions {
  secret: string;
  brokerUrl: string;
  file: JsonFile<StoredCabinet>;
  state: StoredCabinet;
  clock: MovableClock;
  /** Returns a random number from 0 (included) to 1 (excluded). */
  random(): number;
  /** Returns a serial number that no charger has yet. */
  newSerial(): string;
  /** The cabinet calls this function after every change. */
  onChange(): void;
  log: SandboxLog;
}

/** A simulated cabinet: its slots, its stored state, its knobs, and its connection to the broker. */
export class SimulatedCabinet {
  readonly #options: CabinetOptions;
  readonly #state: StoredCabinet;
  readonly #link: CabinetLink;
  /**
   * True after the first connection since the start of the sandbox. At this connection, the cabinet sends its whole
   * inventory, because the server's data about the cabinet may be different.
   */
  #hasConnected = false;
  #heartbeatAt: number;
  #dueTimer: NodeJS.Timeout | undefined;

  constructor(options: CabinetOptions) {
    this.#options = options;
    this.#state = options.state;
    // Begin the heartbeats at random times, so that the forty cabinets do not send their heartbeats at the same time.
    this.#heartbeatAt = this.#now() + options.random() * this.#heartbeatMs;
    this.#link = new CabinetLink({
      stationId: this.#state.id,
      secret: options.secret,
      brokerUrl: options.brokerUrl,
      random: () => options.random(),
      log: options.log,
      unacknowledged: () => this.#state.log,
      knobs: () => this.#state.knobs,
      state: () => ({
        online: true,
        bootId: this.#state.bootId,
        slots: this.#state.slots.length,
        firmware: '1.4.2',
        model: 'S8',
        rows: Math.ceil(this.#state.slots.length / 2),
        columns: 2,
        parameters: this.#state.parameters,
      }),
      onConnected: () => this.#onConnected(),
      onDisconnected: () => options.onChange(),
      onCommand: (command) => this.#onCommand(command),
      onAck: (ack) => this.#onAck(ack),
    });
  }

  get id(): string {
    return this.#state.id;
  }

  get state(): Readonly<StoredCabinet> {
    return this.#state;
  }

  get online(): boolean {
    return this.#link.connected;
  }

  /** True if the cabinet is connected and has no pending event or command, or if a knob keeps it disconnected. */
  get quiet(): boolean {
    const { log, pending } = this.#state;
    if (!this.#shouldBeOnline) return !this.#link.connected;
    return this.#link.connected && this.#hasConnected && log.length === 0 && pending.length === 0;
  }

  get #shouldBeOnline(): boolean {
    return this.#state.offlineUntil === null && this.#state.powerOffUntil === null;
  }

  get #heartbeatMs(): number {
    return this.#state.parameters.heartbeatSeconds * 1000;
  }

  start(): void {
    if (this.#state.boots === 0) this.#boot();
    if (this.#shouldBeOnline) this.#link.open();
    this.#scheduleDue();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#dueTimer);
    await this.#link.cut();
  }

  /**
   * Performs the actions that are due. The fleet calls this function every second and when the
   * clock is moved.
   */
  tick(): void {
    const now = this.#now();
    const { offlineUntil, powerOffUntil, inventoryAt } = this.#state;
    if (isOver(powerOffUntil, now)) this.#setPower(true);
    if (isOver(offlineUntil, now)) this.#setOffline(false);
    this.#performDue();
    if (!this.#link.connected) return;
    const inventoryDue = inventoryAt ? Date.parse(inventoryAt) + inventoryEverySeconds * 1000 : 0;
    if (now >= inventoryDue) this.#report();
    if (now >= this.#heartbeatAt) this.#heartbeat();
  }

  /**
   * Simulates a person who inserts a charger. Throws a `CabinetRefusal` if the cabinet has no power, or if the charger
   * fits into no slot.
   */
  pushIn(request: { charger: string; slot?: number | undefined; level: number }): PushedIn {
    const result = pushIn(this.#state, request, this.#options.clock.now());
    if (this.#state.knobs.nextReturn !== 'normal') this.#state.knobs.nextReturn = 'normal';
    this.#record(result.event);
    return result;
  }

  /**
   * Removes a charger from the list of taken chargers, because the charger is now in another
   * cabinet.
   */
  forgetTaken(charger: string): void {
    const { taken } = this.#state;
    if (!taken.some((one) => one.charger === charger)) return;
    this.#state.taken = taken.filter((one) => one.charger !== charger);
    this.#save();
  }

  turn(patch: KnobsPatch): void {
    const { offline, powerCut, jam, unjam, stock, reset, ...behaviours } = patch;
    const given = Object.fromEntries(Object.entries(behaviours).filter(([, v]) => v !== undefined));
    this.#state.knobs = Knobs.parse({ ...(reset ? defaultKnobs : this.#state.knobs), ...given });
    this.#save();
    if (jam !== undefined) this.#setStatus(jam, 'jammed');
    if (unjam !== undefined) this.#setStatus(unjam, 'ok');
    if (stock !== undefined) this.#stock(stock);
    const powered = this.#state.powerOffUntil === null;
    if (powerCut !== undefined && (powerCut !== false || !powered)) {
      this.#setPower(powerCut === false, secondsOf(powerCut));
    }
    if (offline !== undefined) this.#setOffline(offline !== false, secondsOf(offline));
  }

  #onConnected(): void {
    if (this.#hasConnected) this.#heartbeat();
    else this.#report();
    this.#hasConnected = true;
  }

  #onAck({ bootId, seq }: CabinetAck): void {
    const { log } = this.#state;
    this.#state.log = log.filter((event) => event.bootId !== bootId || event.seq > seq);
    if (this.#state.log.length !== log.length) this.#save();
    this.#link.flush();
  }

  #onCommand(command: CabinetCommand): void {
    const { pending, knobs } = this.#state;
    const known = pending.some((waiting) => waiting.command.id === command.id);
    if (known && !knobs.noCommandMemory) return;
    const dueAt = new Date(this.#now() + knobs.answerDelayMs).toISOString();
    this.#state.pending = [...pending, { command, dueAt }];
    this.#save();
    this.#scheduleDue();
  }

  #scheduleDue(): void {
    clearTimeout(this.#dueTimer);
    const times = this.#state.pending.map(({ dueAt }) => Date.parse(dueAt));
    if (times.length === 0) return;
    const wait = Math.max(0, Math.min(...times) - this.#now());
    this.#dueTimer = setTimeout(() => this.#performDue(), wait);
  }

  #performDue(): void {
    const now = this.#now();
    const due = this.#state.pending.filter(({ dueAt }) => Date.parse(dueAt) <= now);
    for (const { command } of due) {
      this.#state.pending = this.#state.pending.filter((waiting) => waiting.command !== command);
      this.#perform(command);
    }
    this.#scheduleDue();
  }

  /** Performs a command. If the cabinet remembers a command with this id, it only sends the first answer again. */
  #perform(command: CabinetCommand): void {
    const { memory, knobs } = this.#state;
    const before = knobs.noCommandMemory ? undefined : memory.find(({ id }) => id === command.id);
    if (before) {
      if (before.answer) this.#record(before.answer);
      else this.#save();
      return;
    }
    switch (command.type) {
      case 'eject':
        this.#remember(command.id, eject(this.#state, command, this.#options.clock.now()));
        return this.#store();
      case 'inventory':
        return this.#report();
      case 'lock':
      case 'unlock':
        this.#remember(command.id, null);
        return this.#setStatus(command.slot, command.type === 'lock' ? 'disabled' : 'ok');
      case 'setParameter':
        this.#remember(command.id, setParameter(this.#state, command, this.#options.clock.now()));
        this.#store();
        // Publish the state again, because the broker stores it for the server and must have the new value.
        return this.#link.publishState();
      case 'restart':
        this.#remember(command.id, null);
        this.#losePower();
        return this.#setPower(true);
    }
  }

  /**
   * Adds the id and the answer of a command to the memory. The caller must save the memory and the
   * effect of the command in one write, because a crash between two writes would lose one of the
   * two.
   */
  #remember(id: string, answer: EventBody | null): void {
    const event = answer && this.#stamp(answer);
    if (event) this.#state.log.push(event);
    this.#state.memory = [...this.#state.memory, { id, answer: event }].slice(-rememberedCommands);
  }

  #report(): void {
    this.#state.inventoryAt = this.#options.clock.now().toISOString();
    this.#record({
      type: 'inventory',
      slots: inventorySlots(this.#state, this.#options.clock.now()),
    });
  }

  #heartbeat(): void {
    this.#heartbeatAt = this.#now() + this.#heartbeatMs;
    this.#record({ type: 'heartbeat', signal: -50 - Math.floor(this.#options.random() * 40) });
  }

  #record(body: EventBody): void {
    this.#state.log.push(this.#stamp(body));
    this.#store();
  }

  #store(): void {
    this.#save();
    this.#link.flush();
  }

  #stamp(body: EventBody): CabinetEvent {
    const { knobs, bootId } = this.#state;
    const at = new Date(this.#now() + knobs.clockSkewSeconds * 1000).toISOString();
    this.#state.seq++;
    return { ...body, bootId, seq: this.#state.seq, at: knobs.noClock ? null : at };
  }

  #boot(): void {
    this.#state.boots++;
    // The random part makes the boot id unique, even after the data of the cabinet was deleted.
    const suffix = Math.floor(this.#options.random() * 36 ** 5).toString(36);
    this.#state.bootId = `b${this.#state.boots}-${suffix}`;
    this.#state.seq = 0;
    this.#report();
  }

  #setPower(on: boolean, seconds?: number): void {
    this.#state.powerOffUntil = on ? null : this.#until(seconds);
    if (on) {
      this.#boot();
      if (this.#shouldBeOnline) this.#link.open();
    } else {
      this.#losePower();
      this.#save();
    }
  }

  #losePower(): void {
    // A power cut or a restart loses the commands that the cabinet has received but not performed.
    this.#state.pending = [];
    this.#cut();
  }

  #setOffline(offline: boolean, seconds?: number): void {
    this.#state.offlineUntil = offline ? this.#until(seconds) : null;
    this.#save();
    if (this.#shouldBeOnline) this.#link.open();
    else this.#cut();
  }

  #cut(): void {
    this.#link.cut().catch((error: unknown) => {
      this.#options.log.debug(
        { stationId: this.id, err: error },
        'closing a simulated connection failed',
      );
    });
  }

  #until(seconds: number | undefined): string {
    return seconds === undefined ? 'forever' : new Date(this.#now() + seconds * 1000).toISOString();
  }

  #setStatus(number: number, status: StoredSlot['status']): void {
    const slot = this.#state.slots.find((one) => one.slot === number);
    if (!slot) return this.#save();
    slot.level = chargedLevel(slot, this.#options.clock.now());
    slot.levelAt = this.#options.clock.now().toISOString();
    slot.status = status;
    if (status === 'jammed') this.#record({ type: 'fault', slot: number, code: 'jammed' });
    this.#report();
  }

  #stock(stock: NonNullable<KnobsPatch['stock']>): void {
    const levelAt = this.#options.clock.now().toISOString();
    for (const slot of this.#state.slots) {
      const level = stock === 'lowBatteries' ? 5 + Math.floor(this.#options.random() * 30) : 100;
      const isFilled = fills(stock, slot.slot);
      if (isFilled === true) slot.charger ??= this.#options.newSerial();
      else if (isFilled === false) slot.charger = null;
      Object.assign(slot, { level, levelAt });
    }
    this.#report();
  }

  #save(): void {
    this.#options.file.write(this.#state);
    this.#options.onChange();
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }
}

/**
 * Whether a slot contains a charger after a change of the stock. Null if the change neither adds
 * nor removes chargers.
 */
function fills(stock: NonNullable<KnobsPatch['stock']>, slot: number): boolean | null {
  if (Array.isArray(stock)) return stock.includes(slot);
  if (stock === 'half') return slot % 2 === 1;
  if (stock === 'full' || stock === 'empty') return stock === 'full';
  return null;
}

function isOver(until: string | null, now: number): boolean {
  return until !== null && until !== 'forever' && Date.parse(until) <= now;
}

function secondsOf(duration: boolean | number): number | undefined {
  return typeof duration === 'number' ? duration : undefined;
}
