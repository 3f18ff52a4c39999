import { z } from 'zod';

const rate = z.number().min(0).max(1);

/** The settings of a simulated cabinet. Each setting simulates a behaviour of real cabinets. */
export const Knobs = z.object({
  /** Delay in milliseconds before a command is performed and answered. */
  answerDelayMs: z.int().min(0).max(60_000).default(500),
  /** Share of messages that are lost, in each direction. */
  lossRate: rate.default(0),
  /** Share of messages that arrive twice. */
  duplicationRate: rate.default(0),
  /** Share of events that overtake the previous event. */
  reorderRate: rate.default(0),
  /** The number of seconds by which the cabinet's clock is ahead of the sandbox's clock. */
  clockSkewSeconds: z.int().min(-604_800).max(604_800).default(0),
  /**
   * True if the cabinet has no clock. Its events then have no time, and it cannot check the expiry
   * of commands.
   */
  noClock: z.boolean().default(false),
  /** True if the cabinet performs commands even after their expiry. */
  ignoreExpiry: z.boolean().default(false),
  /** True if a repeated eject command releases another charger. */
  noCommandMemory: z.boolean().default(false),
  /**
   * The result of an eject. `normal`: the charger comes out. `silent`: the charger comes out, but the cabinet sends no
   * answer. `dead`: no charger comes out, and the cabinet sends no answer. Any other value is the reason with which the
   * cabinet refuses the eject.
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
  /** After this number of ejects, `eject` is `normal` again. With null, `eject` does not change. */
  ejectTimes: z.int().min(1).nullable().default(null),
  /** The result of the next insertion of a charger. */
  nextReturn: z
    .enum(['normal', 'wrongDirection', 'unreadable', 'foreign', 'slotFault'])
    .default('normal'),
  /**
   * The duration of the self-check after an eject, in seconds. During the self-check, an inventory
   * still shows the charger.
   */
  selfCheckSeconds: z.int().min(0).max(60).default(0),
});
export type Knobs = z.infer<typeof Knobs>;

export const defaultKnobs: Knobs = Knobs.parse({});

/** Actions that change the state of a cabinet once. */
const CabinetActions = z.object({
  /**
   * `true` takes the cabinet offline until this setting changes. A number takes it offline for this
   * number of seconds. Meanwhile the cabinet stores its events.
   */
  offline: z.union([z.boolean(), z.int().min(1).max(604_800)]),
  /**
   * `true` cuts the power until this setting changes. A number cuts it for this number of seconds.
   * Afterwards the cabinet boots.
   */
  powerCut: z.union([z.boolean(), z.int().min(1).max(604_800)]),
  jam: z.int().min(1),
  unjam: z.int().min(1),
  /**
   * Changes all chargers of the cabinet at once, as an employee of the operator does. An array has the numbers of the
   * slots that contain a charger afterwards.
   */
  stock: z.union([
    z.enum(['full', 'half', 'empty', 'lowBatteries', 'charged']),
    z.array(z.int().min(1)),
  ]),
});
type CabinetActions = z.infer<typeof CabinetActions>;

/**
 * The body of `POST /sandbox/api/cabinets/{id}/knobs`. Absent settings do not change. `reset` restores the defaults of
 * `Knobs` before the other settings are applied. `reset` does not end an outage by `offline` or `powerCut`.
 */
export const KnobsPatch = z.strictObject({
  ...z.object(withoutDefaults(Knobs.shape)).partial().shape,
  ...CabinetActions.partial().shape,
  reset: z.boolean().optional(),
});
export type KnobsPatch = z.infer<typeof KnobsPatch>;

/**
 * Removes the defaults, because they would overwrite the settings that a patch does not contain.
 */
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
