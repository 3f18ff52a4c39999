import { z } from 'zod';

/*
 * The record of operators, under `/api/ops/audit`. No call can change an entry. Operators with the role `administrator`
 * or `finance` can read all entries. Operators with the role `support`, `field` or `marketing` can read only the
 * entries of their own acts.
 */

/** The origin of a call. */
export const CallOrigin = z.object({
  /** `session`: a signed-in operator. `key`: a key of the operator. `serverKey`: the key of the server. */
  client: z.enum(['session', 'key', 'serverKey']),
  /**
   * The network of the caller: the first 24 bits of an IPv4 address, the first 48 bits of an
   * IPv6 address. Null if the call has no address.
   */
  network: z.string().nullable(),
});
export type CallOrigin = z.infer<typeof CallOrigin>;

export const AuditEntry = z.object({
  /**
   * The position in the chain of hashes; null for entries of older versions, which had no chain.
   */
  place: z.int().nullable(),
  at: z.iso.datetime(),
  who: z.string(),
  /** The kind of the act, such as `case.close`. */
  action: z.string(),
  /** The number or id of what the operator changed, such as a case or a station. */
  subject: z.string(),
  why: z.string(),
  details: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  /**
   * Where the call came from. The origin is null for an act of the sandbox, and for entries of
   * older versions, which did not store it. It is also null for an item of a bulk act and for an
   * approved act. In these two cases, the entry of the whole bulk act or of the approval has the
   * origin.
   */
  origin: CallOrigin.nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.object({
  /** The name of an operator. */
  who: z.string().max(60).optional(),
  /** An action, or a group of actions such as `case`. */
  action: z.string().max(60).optional(),
  subject: z.string().max(200).optional(),
  /** The first and the last day in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/** A page of entries, the newest first. */
export const AuditList = z.object({
  entries: z.array(AuditEntry),
  nextCursor: z.string().nullable(),
});
export type AuditList = z.infer<typeof AuditList>;

/** The result of the check of the chain of hashes. */
export const AuditVerified = z.object({
  entries: z.int(),
  /**
   * The newest entry. Somebody with access to the database could remove the newest entries, and the chain would not
   * show it. So compare this entry with a copy that you keep outside of the database.
   */
  last: z.object({ place: z.int(), hash: z.string() }).nullable(),
  /** The entries that were changed, or before which an entry is missing. */
  broken: z.array(z.string()),
});
export type AuditVerified = z.infer<typeof AuditVerified>;
