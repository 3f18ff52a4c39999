import { z } from 'zod';
import { CabinetCommand, CabinetEvent, SlotStatus } from '../../contract/cabinet/messages.ts';
import { ParameterName } from '../../contract/cabinet/parameters.ts';
import { Knobs } from './knobs.ts';

const Time = z.iso.datetime();

/**
 * The parameters of a new cabinet. An earlier version may have stored a cabinet without some of
 * these parameters. Such a cabinet gets these values for the missing parameters.
 */
export const newParameters: Readonly<Record<ParameterName, number>> = {
  volume: 60,
  brightness: 80,
  heartbeatSeconds: 30,
};

const Parameters = z
  .partialRecord(ParameterName, z.int())
  .default({})
  .transform((stored): Record<ParameterName, number> => ({ ...newParameters, ...stored }));

const StoredSlot = z.object({
  slot: z.int().min(1),
  charger: z.string().nullable(),
  /** The level in per cent at the time `levelAt`. Since then, the charger has been charging. */
  level: z.int().min(0).max(100),
  levelAt: Time,
  status: SlotStatus,
});
export type StoredSlot = z.infer<typeof StoredSlot>;

/** A charger that left this cabinet and was not returned yet. `level` is the level in per cent at the time `at`. */
const Taken = z.object({
  charger: z.string(),
  level: z.int().min(0).max(100),
  at: Time,
});
export type Taken = z.infer<typeof Taken>;

/**
 * The stored state of a simulated cabinet, which survives a power cut. It is the physical state: the server's tables
 * may differ from it for some time.
 */
export const StoredCabinet = z.object({
  id: z.string(),
  boots: z.int(),
  bootId: z.string(),
  /** Sequence number of the last event. */
  seq: z.int(),
  slots: z.array(StoredSlot),
  taken: z.array(Taken),
  /** Events that the server has not acknowledged, oldest first. */
  log: z.array(CabinetEvent),
  /** Commands that the cabinet has received but not performed yet. */
  pending: z.array(z.object({ command: CabinetCommand, dueAt: Time })),
  /**
   * The last 256 commands except `inventory`, with their answers. The answer is null for a command without an answer.
   */
  memory: z.array(z.object({ id: z.string(), answer: CabinetEvent.nullable() })),
  /** Null if no knob keeps the cabinet offline. `forever` if the cabinet stays offline until a knob changes. */
  offlineUntil: z.union([Time, z.literal('forever')]).nullable(),
  powerOffUntil: z.union([Time, z.literal('forever')]).nullable(),
  lastEject: z.object({ slot: z.int(), charger: z.string(), level: z.int(), at: Time }).nullable(),
  inventoryAt: Time.nullable(),
  parameters: Parameters,
  knobs: Knobs,
});
export type StoredCabinet = z.infer<typeof StoredCabinet>;

export const rememberedCommands = 256;
export const inventoryEverySeconds = 20 * 60;

/**
 * Returns the current level of a charger in a slot. If the status of the slot is `ok`, the charger gains one per cent
 * per minute, up to 100.
 */
export function chargedLevel({ level, levelAt, status }: StoredSlot, now: Date): number {
  if (status !== 'ok') return level;
  const minutes = Math.max(0, now.getTime() - Date.parse(levelAt)) / 60_000;
  return Math.min(100, level + Math.floor(minutes));
}

/**
 * Returns the current level of a charger that is in no cabinet. The charger loses one per cent in four minutes, down to
 * 1.
 */
export function drainedLevel({ level, at }: Taken, now: Date): number {
  const minutes = Math.max(0, now.getTime() - Date.parse(at)) / 60_000;
  return Math.max(1, level - Math.floor(minutes / 4));
}
