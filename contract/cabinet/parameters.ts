import { z } from 'zod';

export const ParameterName = z.enum(['volume', 'brightness', 'heartbeatSeconds']);
export type ParameterName = z.infer<typeof ParameterName>;

/**
 * The limits of the parameters that operators can set. `volume` (of the voice) and `brightness` (of the screen) are in
 * per cent. `heartbeatSeconds` is the time between two heartbeats. With the longest time, one heartbeat may be lost
 * before the server counts the cabinet as offline (`silenceMs`). With the shortest time, the four heartbeats that prove
 * the clock of a cabinet (`steadyUntilLive`) still take a minute.
 */
export const parameterLimits: Readonly<Record<ParameterName, { least: number; most: number }>> = {
  volume: { least: 0, most: 100 },
  brightness: { least: 0, most: 100 },
  heartbeatSeconds: { least: 20, most: 40 },
};

/** A cabinet may have been set by its own menu, so its value may be outside of the limits. */
const reported = z.int().optional().catch(undefined);

/** The parameters that a cabinet reports, with their values. It does not have the others. */
export const ReportedParameters = z.object({
  volume: reported,
  brightness: reported,
  heartbeatSeconds: reported,
} satisfies Record<ParameterName, typeof reported>);
export type ReportedParameters = z.infer<typeof ReportedParameters>;
