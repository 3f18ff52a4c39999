import { z } from 'zod';

/*
 * The check of the whole set-up, under `/api/ops/doctor`. It changes nothing.
 */

/**
 * The result of the check of one service or setting:
 * - `ok`: it works.
 * - `off`: it is not configured. Rentals work without it.
 * - `warning`: it works, but the operator should change its configuration.
 * - `missing`: it is not configured. Rentals do not work without it.
 * - `broken`: it is configured, but does not work.
 */
const FindingState = z.enum(['ok', 'off', 'warning', 'missing', 'broken']);

export const Finding = z.object({
  /** The checked part of the set-up, such as `database` or `payments`. */
  check: z.string(),
  state: FindingState,
  /** The finding as a text, without any secret. */
  found: z.string(),
  /** The consequence of the state, or what the operator should do. If the state is `ok`, this is null. */
  breaks: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const DoctorReport = z.object({ findings: z.array(Finding) });
export type DoctorReport = z.infer<typeof DoctorReport>;
