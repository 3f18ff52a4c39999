import { z } from 'zod';
import { maxLayoutSide } from '../rules/places/cabinetLayout.ts';
import { ParameterName, ReportedParameters } from './parameters.ts';

/** The protocol between the server and a cabinet (JSON over MQTT). It is the same for all manufacturers. */

export const SlotStatus = z.enum([
  'ok',
  'chargeFault',
  'jammed',
  'lockFault',
  'unreadable',
  'overheated',
  'disabled',
]);
export type SlotStatus = z.infer<typeof SlotStatus>;

/**
 * A text without NUL and without unpaired surrogates, because PostgreSQL cannot store them. The server could never
 * acknowledge an event with such characters, so the cabinet would send the event again for ever.
 */
const Text = z
  .string()
  .refine((text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text), 'not a storable text');
const Serial = Text.min(1).max(40);
const SlotNumber = z.int().min(1).max(200);
const LayoutSide = z.int().min(1).max(maxLayoutSide);
const Level = z.int().min(0).max(100);

export const InventorySlot = z.object({
  slot: SlotNumber,
  charger: Serial.nullable(),
  /** The level in per cent; null if the cabinet cannot measure it. */
  level: Level.nullable(),
  status: SlotStatus,
  /** The health of the battery in per cent. `cycles` is the number of its charging cycles. */
  health: z.int().min(0).max(100).nullable().optional(),
  cycles: z.int().min(0).max(1_000_000).nullable().optional(),
});
export type InventorySlot = z.infer<typeof InventorySlot>;

const envelope = {
  bootId: Text.min(1).max(40),
  /** The number of the event. Within a boot, it rises by one with each event. */
  seq: z.int().nonnegative(),
  /**
   * The lowest `seq` of this boot that the cabinet still stores. From this number, the server knows which missing
   * events can still arrive, and which are lost. Without this field, missing events count as lost if the cabinet
   * repeats a later event two times and does not send the missing events. The second repetition must come at least 30
   * seconds after the first repetition.
   */
  oldest: z.int().nonnegative().optional(),
  /** The time of the event; null if the cabinet has no clock. */
  at: z.iso.datetime().nullable(),
};

/** The fields of every event. They suffice to acknowledge an event of an unknown type. */
export const EventEnvelope = z.object(envelope);
export type EventEnvelope = z.infer<typeof EventEnvelope>;

export const CabinetEvent = z.discriminatedUnion('type', [
  z.object({ ...envelope, type: z.literal('inventory'), slots: z.array(InventorySlot).max(200) }),
  z.object({
    ...envelope,
    type: z.literal('ejected'),
    command: Text,
    slot: SlotNumber,
    charger: Serial,
  }),
  z.object({
    ...envelope,
    type: z.literal('ejectFailed'),
    command: Text,
    slot: SlotNumber,
    charger: Serial,
    reason: z.enum(['jammed', 'notFound', 'expired', 'busy', 'unreadable', 'timeout']),
  }),
  z.object({
    ...envelope,
    type: z.literal('returned'),
    slot: SlotNumber,
    charger: Serial,
    level: Level.nullable(),
  }),
  z.object({
    ...envelope,
    type: z.literal('returnRejected'),
    slot: SlotNumber,
    charger: Serial.nullable(),
    reason: z.enum(['unreadable', 'wrongDirection', 'foreign', 'slotFault']),
  }),
  /** The answer to `setParameter`: the value that the parameter has now. */
  z.object({
    ...envelope,
    type: z.literal('parameterSet'),
    command: Text,
    name: ParameterName,
    value: z.int(),
  }),
  z.object({
    ...envelope,
    type: z.literal('parameterFailed'),
    command: Text,
    name: ParameterName,
    /** A reason that is not in this list counts as `fault`, because a cabinet may have further reasons. */
    reason: z.enum(['unsupported', 'outOfRange', 'expired', 'fault']).catch('fault'),
  }),
  z.object({
    ...envelope,
    type: z.literal('fault'),
    slot: SlotNumber.nullable(),
    code: Text.max(80),
  }),
  z.object({
    ...envelope,
    type: z.literal('heartbeat'),
    /** In dBm. */
    signal: z.number().nullable(),
    /** The air temperature inside the cabinet, in degrees Celsius. */
    temperature: z.number().min(-100).max(300).nullable().optional(),
    /** Whether the cabinet has power from the mains. */
    mains: z.boolean().nullable().optional(),
  }),
]);
export type CabinetEvent = z.infer<typeof CabinetEvent>;

/**
 * The state of a cabinet, a retained message. The last will of a cabinet is `{"online": false}` without the other
 * fields.
 */
export const CabinetState = z.object({
  online: z.boolean(),
  bootId: Text.max(40).optional(),
  slots: SlotNumber.optional(),
  firmware: Text.max(40).optional(),
  model: Text.max(40).optional(),
  /** The arrangement of the slots, numbered from left to right and from the top down. */
  rows: LayoutSide.optional(),
  columns: LayoutSide.optional(),
  /** The types of commands that the cabinet supports. A cabinet that does not send this field supports all types. */
  commands: z.array(Text.max(20)).max(20).optional(),
  /**
   * The parameters that the cabinet has. If this field is absent, the server can set no parameter. The cabinet
   * publishes its state again after each change.
   */
  parameters: ReportedParameters.optional(),
});
export type CabinetState = z.infer<typeof CabinetState>;

/**
 * A message from the server to the cabinet: all events of this boot up to `seq` are committed. The
 * cabinet may delete these events.
 */
export const CabinetAck = z.object({ bootId: z.string(), seq: z.int() });
export type CabinetAck = z.infer<typeof CabinetAck>;

const command = { id: z.string(), expiresAt: z.iso.datetime() };

export const CabinetCommand = z.discriminatedUnion('type', [
  z.object({ ...command, type: z.literal('eject'), charger: Serial, slot: SlotNumber }),
  z.object({ ...command, type: z.literal('inventory') }),
  z.object({ ...command, type: z.literal('lock'), slot: SlotNumber }),
  z.object({ ...command, type: z.literal('unlock'), slot: SlotNumber }),
  z.object({ ...command, type: z.literal('restart') }),
  z.object({
    ...command,
    type: z.literal('setParameter'),
    name: ParameterName,
    value: z.int(),
  }),
]);
export type CabinetCommand = z.infer<typeof CabinetCommand>;
