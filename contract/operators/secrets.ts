import { z } from 'zod';
import { OpsStation } from './stations.ts';
import { Reason } from './team.ts';

/*
 * The secrets with which cabinets connect, under `/api/ops/stations/{id}/secret`. The server stores only their hashes.
 */

/** Replaces the secret of a cabinet. The former secret stays valid for some hours. */
export const RotateSecret = z.strictObject({
  overlapHours: z.int().min(0).max(168).default(24),
  why: Reason,
});

export const SecretChanged = z.object({
  station: OpsStation,
  /** The new secret. It is null in the answer to a repeated call, and after a call that removed all secrets. */
  secret: z.string().nullable(),
  /** The time until which the former secret is valid; null if no former secret stays valid. */
  formerUntil: z.iso.datetime().nullable(),
  /** False if the operator's own broker checks the secrets. Then the operator must also enter the new secret there. */
  isChecked: z.boolean(),
  repeated: z.boolean(),
});
export type SecretChanged = z.infer<typeof SecretChanged>;
