import { z } from 'zod';

/*
 * The check of the whole set-up, under `/api/ops/doctor`. It changes nothing.
 */

/**
 * The state of a part of the configuration:
 * - `ok`: the part works.
 * - `off`: the part is not configured, but rentals are possible without it.
 * - `warning`: the part works, but the operator should change its configuration.
 * - `missing`: the part is not configured, and no rental is possible without it.
 * - `broken`: the part is configured, but does not work.
 */
const FindingState = z.enum(['ok', 'off', 'warning', 'missing', 'broken']);

export const Finding = z.object({
  /** The checked part of the set-up, such as `database` or `payments`. */
  check: z.string(),
  state: FindingState,
  /** The finding as a text, without any secret. */
  found: z.string(),
  /** What does not work because of the finding, or what the operator should do; null if nothing is wrong. */
  breaks: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const DoctorReport = z.object({ findings: z.array(Finding) });
export type DoctorReport = z.infer<typeof DoctorReport>;
