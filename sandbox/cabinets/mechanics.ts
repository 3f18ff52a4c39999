import type {
  CabinetCommand,
  CabinetEvent,
  InventorySlot,
} from '../../contract/cabinet/messages.ts';
import { parameterLimits } from '../../contract/cabinet/parameters.ts';
import { chargedLevel, type StoredCabinet, type StoredSlot } from './cabinetState.ts';
import type { Knobs } from './knobs.ts';

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An event without boot id, sequence number and time. */
export type EventBody = DistributiveOmit<CabinetEvent, 'bootId' | 'seq' | 'at' | 'oldest'>;

type EjectCommand = Extract<CabinetCommand, { type: 'eject' }>;

type SetParameterCommand = Extract<CabinetCommand, { type: 'setParameter' }>;

export type RefusalReason = 'noPower' | 'noSuchSlot' | 'slotTaken' | 'slotBlocked' | 'full';

/**
 * Thrown if the cabinet has no power, or if the charger fits into no slot. The cabinet then sends no event about the
 * attempt.
 */
export class CabinetRefusal extends Error {
  override readonly name = 'CabinetRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Performs an eject and changes `state`. The cabinet finds the charger by its serial number in any
 * slot. Returns the cabinet's answer, or null if the cabinet does not answer.
 */
export function eject(state: StoredCabinet, command: EjectCommand, now: Date): EventBody | null {
  const { knobs } = state;
  const failed = (
    reason: Extract<EventBody, { type: 'ejectFailed' }>['reason'],
    slot = command.slot,
  ): EventBody => ({
    type: 'ejectFailed',
    command: command.id,
    slot,
    charger: command.charger,
    reason,
  });

  const behaviour = knobs.eject;
  if (knobs.ejectTimes !== null) {
    knobs.ejectTimes = knobs.ejectTimes > 1 ? knobs.ejectTimes - 1 : null;
    if (knobs.ejectTimes === null) knobs.eject = 'normal';
  }
  if (behaviour === 'dead') return null;
  if (behaviour !== 'normal' && behaviour !== 'silent') return failed(behaviour);

  if (isExpired(knobs, command.expiresAt, now)) return failed('expired');

  let slot = state.slots.find(({ charger }) => charger === command.charger);
  // Firmware that does not remember commands ejects another charger if a command is repeated.
  if (!slot && knobs.noCommandMemory) slot = state.slots.find(({ charger }) => charger !== null);
  if (!slot?.charger) return failed('notFound');
  if (slot.status === 'jammed' || slot.status === 'lockFault') return failed('jammed', slot.slot);
  if (slot.status === 'unreadable') return failed('unreadable', slot.slot);
  if (slot.status === 'disabled') return failed('busy', slot.slot);

  const { charger } = slot;
  const at = now.toISOString();
  const level = chargedLevel(slot, now);
  slot.charger = null;
  state.taken.push({ charger, level, at });
  state.lastEject = { slot: slot.slot, charger, level, at };
  if (behaviour === 'silent') return null;
  return { type: 'ejected', command: command.id, slot: slot.slot, charger };
}

/**
 * Sets a parameter in `state`, unless the command has expired or the value is out of range. Returns the answer of the
 * cabinet.
 */
export function setParameter(
  state: StoredCabinet,
  { id, name, value, expiresAt }: SetParameterCommand,
  now: Date,
): EventBody {
  if (isExpired(state.knobs, expiresAt, now)) {
    return { type: 'parameterFailed', command: id, name, reason: 'expired' };
  }
  const { least, most } = parameterLimits[name];
  if (value < least || value > most) {
    return { type: 'parameterFailed', command: id, name, reason: 'outOfRange' };
  }
  state.parameters[name] = value;
  return { type: 'parameterSet', command: id, name, value };
}

function isExpired(knobs: Knobs, expiresAt: string, now: Date): boolean {
  const clock = now.getTime() + knobs.clockSkewSeconds * 1000;
  return !knobs.ignoreExpiry && !knobs.noClock && clock > Date.parse(expiresAt);
}

export type PushedIn = { accepted: boolean; slot: number; event: EventBody };

/**
 * Returns true for a serial number of this fleet. A charger from another manufacturer fits into a
 * slot, but the cabinet rejects the charger.
 */
export function isOurs(serial: string): boolean {
  return serial.startsWith('PB-');
}

/**
 * Inserts a charger into a slot and changes `state`. Throws a `CabinetRefusal` if the cabinet has no power, or if the
 * charger fits into no slot. Rejects the charger if it is from another manufacturer, or if the knob `nextReturn` is not
 * `normal`.
 */
export function pushIn(
  state: StoredCabinet,
  request: { charger: string; slot?: number | undefined; level: number },
  now: Date,
): PushedIn {
  if (state.powerOffUntil !== null) throw new CabinetRefusal('noPower');
  const target = chooseSlot(state.slots, request.slot);
  const { slot } = target;
  const { charger } = request;
  const behaviour = state.knobs.nextReturn;
  const rejected = (
    reason: Extract<EventBody, { type: 'returnRejected' }>['reason'],
    read: string | null,
  ): PushedIn => ({
    accepted: false,
    slot,
    event: { type: 'returnRejected', slot, charger: read, reason },
  });
  if (behaviour === 'foreign' || !isOurs(charger)) return rejected('foreign', charger);
  // With any other fault, the cabinet cannot read the serial number. For example, a charger that is
  // inserted the wrong way round has no electrical contact.
  if (behaviour !== 'normal') return rejected(behaviour, null);

  const level = Math.min(100, Math.max(0, Math.round(request.level)));
  Object.assign(target, { charger, level, levelAt: now.toISOString() });
  state.taken = state.taken.filter((held) => held.charger !== charger);
  return { accepted: true, slot, event: { type: 'returned', slot, charger, level } };
}

function chooseSlot(slots: readonly StoredSlot[], wanted: number | undefined): StoredSlot {
  if (wanted === undefined) {
    const free = slots.find(({ charger, status }) => charger === null && status === 'ok');
    if (!free) throw new CabinetRefusal('full');
    return free;
  }
  const target = slots.find(({ slot }) => slot === wanted);
  if (!target) throw new CabinetRefusal('noSuchSlot');
  if (target.charger !== null) throw new CabinetRefusal('slotTaken');
  if (target.status !== 'ok') throw new CabinetRefusal('slotBlocked');
  return target;
}

/**
 * Returns the inventory that the cabinet sends. The inventory is correct, except during the
 * self-check after an eject.
 */
export function inventorySlots(state: StoredCabinet, now: Date): InventorySlot[] {
  const { lastEject, knobs } = state;
  const checking =
    lastEject !== null && now.getTime() - Date.parse(lastEject.at) < knobs.selfCheckSeconds * 1000;
  return state.slots.map((stored) => {
    const { slot, status } = stored;
    if (checking && slot === lastEject.slot && stored.charger === null) {
      return { slot, charger: lastEject.charger, level: lastEject.level, status };
    }
    if (stored.charger === null) return { slot, charger: null, level: null, status };
    return { slot, charger: stored.charger, level: chargedLevel(stored, now), status };
  });
}
