import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** The lasting habits of a simulated cabinet. What they imitate was seen in real ones. */
export const Knobs = z.object({
  /** Before a command is obeyed and answered. */
  answerDelayMs: z.int().min(0).max(60_000).default(500),
  /** How many messages, of either direction, get lost on the way. */
  lossRate: rate.default(0),
  /** How many arrive twice. */
  duplicationRate: rate.default(0),
  /** How many events leave before the one ahead of them. */
  reorderRate: rate.default(0),
  /** How far the cabinet's clock is ahead. */
  clockSkewSeconds: z.int().min(-604_800).max(604_800).default(0),
  /** No clock at all: events carry no time, and expiry cannot be judged. */
  noClock: z.boolean().default(false),
  /** A command is obeyed however old it is. */
  ignoreExpiry: z.boolean().default(false),
  /** A repeated eject pushes out another charger. */
  noCommandMemory: z.boolean().default(false),
  /**
   * What becomes of an eject: `normal`; refused with a reason; `silent`, the charger comes out but
   * nothing is said; `dead`, nothing comes out and nothing is said.
   */
  eject: z
    .enum([
      'normal',
      'silent',
      'dead',
      'jammed',
      'notFound',
      'expired',
      'busy',
      'unreadable',
      'timeout',
    ])
    .default('normal'),
  /** After so many ejects `eject` is normal again; null means never. */
  ejectTimes: z.int().min(1).nullable().default(null),
  /** What becomes of the next charger pushed in. */
  nextReturn: z
    .enum(['normal', 'wrongDirection', 'unreadable', 'foreign', 'slotFault'])
    .default('normal'),
  /** For so long after an eject an inventory still shows the charger that left (its self-check). */
  selfCheckSeconds: z.int().min(0).max(60).default(0),
});
export type Knobs = z.infer<typeof Knobs>;

export const defaultKnobs: Knobs = Knobs.parse({});

/** What can be done to a cabinet once. */
const CabinetActions = z.object({
  /** Cut off from the network: until told otherwise (`true`), or for so many seconds. Events are kept. */
  offline: z.union([z.boolean(), z.int().min(1).max(604_800)]),
  /** Without power: until told otherwise (`true`), or for so many seconds. It boots anew afterwards. */
  powerCut: z.union([z.boolean(), z.int().min(1).max(604_800)]),
  jam: z.int().min(1),
  unjam: z.int().min(1),
  /** What an operator does with a trolley of chargers. */
  stock: z.enum(['full', 'empty', 'lowBatteries', 'charged']),
});
type CabinetActions = z.infer<typeof CabinetActions>;

/** `POST /sandbox/api/cabinets/{id}/knobs`: what is absent stays. `reset` first restores every habit. */
export const KnobsPatch = z.strictObject({
  ...z.object(withoutDefaults(Knobs.shape)).partial().shape,
  ...CabinetActions.partial().shape,
  reset: z.boolean().optional(),
});
export type KnobsPatch = z.infer<typeof KnobsPatch>;

/** A default would overwrite what the patch does not mention. */
function withoutDefaults(shape: typeof Knobs.shape) {
  return {
    answerDelayMs: shape.answerDelayMs.unwrap(),
    lossRate: shape.lossRate.unwrap(),
    duplicationRate: shape.duplicationRate.unwrap(),
    reorderRate: shape.reorderRate.unwrap(),
    clockSkewSeconds: shape.clockSkewSeconds.unwrap(),
    noClock: shape.noClock.unwrap(),
    ignoreExpiry: shape.ignoreExpiry.unwrap(),
    noCommandMemory: shape.noCommandMemory.unwrap(),
    eject: shape.eject.unwrap(),
    ejectTimes: shape.ejectTimes.unwrap(),
    nextReturn: shape.nextReturn.unwrap(),
    selfCheckSeconds: shape.selfCheckSeconds.unwrap(),
  };
}
