import { z } from 'zod';

export const ParameterName = z.enum(['volume', 'brightness', 'heartbeatSeconds']);
export type ParameterName = z.infer<typeof ParameterName>;

/**
 * The limits of the parameters that operators can set. `volume` (of the voice) and `brightness` (of the screen) are in
 * per cent. `heartbeatSeconds` is the time between two heartbeats. With the longest time, a cabinet does not count as
 * offline (`silenceMs`) after one lost heartbeat. The server needs up to four heartbeats to measure the clock of a
 * cabinet (`steadyUntilLive`). With the shortest time, these heartbeats take a minute. A queue that delays events for
 * less than a minute then does not look like a wrong clock.
 */
export const parameterLimits: Readonly<Record<ParameterName, { least: number; most: number }>> = {
  volume: { least: 0, most: 100 },
  brightness: { least: 0, most: 100 },
  heartbeatSeconds: { least: 20, most: 40 },
};

/** A reported value. It may be outside of the limits, because somebody may have set it in the cabinet's own menu. */
const reported = z.int().optional().catch(undefined);

/**
 * The parameters that a cabinet reports, with their values. If a parameter is absent, the cabinet
 * does not have it.
 */
export const ReportedParameters = z.object({
  volume: reported,
  brightness: reported,
  heartbeatSeconds: reported,
} satisfies Record<ParameterName, typeof reported>);
export type ReportedParameters = z.infer<typeof ReportedParameters>;
