import { z } from 'zod';

/*
 * The check of the whole set-up, under `/api/ops/doctor`. It changes nothing.
 */

/**
 * `ok`: it works. `off`: it is not configured, and riders can do without. `warning`: it works, but should change.
 * `missing`: without it, no rental is possible. `broken`: it is configured, but does not work.
 */
const FindingState = z.enum(['ok', 'off', 'warning', 'missing', 'broken']);

export const Finding = z.object({
  /** What was checked, such as `database` or `payments`. */
  check: z.string(),
  state: FindingState,
  /** What the server found, in words, without any secret. */
  found: z.string(),
  /** What does not work because of it, or what to do; null if all is well. */
  breaks: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const DoctorReport = z.object({ findings: z.array(Finding) });
export type DoctorReport = z.infer<typeof DoctorReport>;
