import { z } from 'zod';
import { ParameterName, parameterLimits, ReportedParameters } from '../cabinet/parameters.ts';
import { ChargerSerial } from './chargers.ts';
import { Reason } from './team.ts';

/*
 * Commands of operators to a cabinet, under `/api/ops/stations/{id}/commands`. No command changes
 * the bill of a rider. Every command needs an `Idempotency-Key` and a reason, and leaves an entry
 * in the record of operators.
 */

const Slot = z.int().min(1).max(200);

function setParameter<Name extends ParameterName>(name: Name) {
  const { least, most } = parameterLimits[name];
  const value = z.int().min(least).max(most);
  return z.strictObject({
    type: z.literal('setParameter'),
    name: z.literal(name),
    value,
    why: Reason,
  });
}

export const SendCommand = z.union([
  z.strictObject({ type: z.literal('eject'), slot: Slot, why: Reason }),
  z.strictObject({ type: z.literal('eject'), serial: ChargerSerial, why: Reason }),
  z.strictObject({ type: z.enum(['lock', 'unlock']), slot: Slot, why: Reason }),
  /** `ejectAll` ejects each charger that nobody is renting at the moment. */
  z.strictObject({ type: z.enum(['ejectAll', 'restart', 'inventory']), why: Reason }),
  setParameter('volume'),
  setParameter('brightness'),
  setParameter('heartbeatSeconds'),
]);
export type SendCommand = z.output<typeof SendCommand>;

/** A command and its result. */
export const CommandShown = z.object({
  id: z.string(),
  type: z.enum(['eject', 'lock', 'unlock', 'restart', 'inventory', 'setParameter']),
  slot: z.int().nullable(),
  charger: z.string().nullable(),
  /** The parameter that the command `setParameter` sets; null for other commands. */
  parameter: ParameterName.nullable(),
  value: z.int().nullable(),
  /** `unknown`: the cabinet did not answer in time. If it answers later, the answer replaces this state. */
  state: z.enum(['sent', 'done', 'failed', 'unknown']),
  /** Why the cabinet could not carry out the command, such as `jammed`; null if it did not fail. */
  reason: z.string().nullable(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
});
export type CommandShown = z.infer<typeof CommandShown>;

export const CommandsSent = z.object({ commands: z.array(CommandShown), repeated: z.boolean() });
export type CommandsSent = z.infer<typeof CommandsSent>;
/** `GET /api/ops/stations/{id}/commands`: the 100 newest commands, the newest first. */
export const CommandList = z.object({
  commands: z.array(CommandShown),
  /** The parameters of the cabinet, with the values that it last reported. */
  parameters: ReportedParameters,
});
export type CommandList = z.infer<typeof CommandList>;
