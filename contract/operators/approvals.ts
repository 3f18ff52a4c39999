import { z } from 'zod';

/*
 * Acts that need a second operator (four eyes), under `/api/ops/approvals`. The first operator requests the act by the
 * usual call for this act. The act takes effect when another operator approves it.
 */

export const ApprovalShown = z.object({
  id: z.uuid(),
  /** The `action` of the act in the record of operators, such as `tariff.assign`. */
  action: z.string(),
  subject: z.string(),
  request: z.record(z.string(), z.unknown()),
  requestedBy: z.string(),
  why: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'approved', 'rejected', 'withdrawn', 'expired']),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type ApprovalShown = z.infer<typeof ApprovalShown>;

export const ApprovalQuery = z.object({ state: z.enum(['open', 'all']).default('open') });
/** At most the newest hundred. */
export const ApprovalList = z.object({ approvals: z.array(ApprovalShown) });
export type ApprovalList = z.infer<typeof ApprovalList>;

export const ApprovalDecided = z.object({ approval: ApprovalShown, repeated: z.boolean() });
export type ApprovalDecided = z.infer<typeof ApprovalDecided>;
