import { z } from 'zod';
import { isPlainText } from '../rules/format/plainText.ts';

/*
 * The operators and their keys, under `/api/ops`. Every change needs an `Idempotency-Key` and a reason, and leaves an
 * entry in the record of operators.
 */

/** A role determines what an operator may do. `docs/operating.md` lists the permissions of each role. */
export const OperatorRole = z.enum([
  'administrator',
  'support',
  'field',
  'finance',
  'marketing',
  'readOnly',
]);
export type OperatorRole = z.infer<typeof OperatorRole>;

/** The name of an operator: letters of any script, digits, spaces and `._@-`. It never changes. */
export const OperatorName = z
  .string()
  .normalize('NFC')
  .regex(/^(?! )[\p{L}\p{M}\p{N} ._@-]{1,60}(?<! )$/u);

const Roles = z
  .array(OperatorRole)
  .min(1)
  .max(OperatorRole.options.length)
  .transform((roles) => OperatorRole.options.filter((role) => roles.includes(role)));

/**
 * The operator's reason for an act. It stays in the record of operators for ever, so it must not contain personal data.
 */
export const Reason = z.string().trim().min(1).max(500).refine(isPlainText, 'expected plain text');

/**
 * The account at the identity provider with which an operator may sign in. It is identified by its subject, or by a
 * verified e-mail address. With an address, the server stores the subject at the first sign-in, and accepts only this
 * subject from then on.
 */
const Account = z.union([
  z.strictObject({ email: z.email().max(254).toLowerCase() }),
  z.strictObject({ subject: z.string().regex(/^[\x20-\x7e]{1,255}$/) }),
]);
export type Account = z.infer<typeof Account>;

export const AddOperator = z.strictObject({ name: OperatorName, roles: Roles, why: Reason });
/** Adds an operator who signs in at the provider. */
export const InviteOperator = z.strictObject({
  name: OperatorName,
  roles: Roles,
  account: Account,
  why: Reason,
});
/** Replaces the account with which an operator signs in. */
export const ChangeAccount = z.strictObject({ account: Account, why: Reason });
export const ChangeRoles = z.strictObject({ roles: Roles, why: Reason });
/**
 * The regions and venues to which an operator is limited. The operator may work at the stations in these regions and
 * venues. If both lists are empty, the operator may work at all stations.
 */
const Reach = z.object({
  regions: z.array(z.string().min(1).max(60)).max(100).default([]),
  venues: z.array(z.string().min(1).max(60)).max(500).default([]),
});
export type Reach = z.infer<typeof Reach>;
export const ChangeReach = Reach.extend({ why: Reason }).strict();

/** The body of a call that needs only a reason, such as block or revoke. */
export const OnlyReason = z.strictObject({ why: Reason });
/**
 * A scope of a key: an area and `read` or `write`, such as `chargers:read`. The area is the first part of the path
 * after `/api/ops/`. `write` includes `read`.
 */
const Scope = z.string().regex(/^[a-z-]{1,40}:(read|write)$/);

export const AddKey = z.strictObject({
  /** The device or program that uses the key, such as `laptop`. */
  label: z.string().trim().min(1).max(60).refine(isPlainText, 'expected plain text'),
  /** Without scopes, the key has all permissions of the operator. */
  scopes: z.array(Scope).min(1).max(40).optional(),
  /** If absent, the key does not expire. */
  expiresInDays: z.int().min(1).max(730).optional(),
  why: Reason,
});
export type AddKey = z.infer<typeof AddKey>;

const KeySummary = z.object({
  id: z.uuid(),
  label: z.string(),
  createdAt: z.iso.datetime(),
  /** The last day of use in UTC; null if nobody has used the key. */
  usedOn: z.iso.date().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  scopes: z.array(z.string()).nullable(),
  expiresAt: z.iso.datetime().nullable(),
});

/** An operator with all keys, the newest first. The server does not store the keys themselves. */
export const OperatorShown = z.object({
  name: z.string(),
  roles: z.array(OperatorRole),
  /** `invited`: nobody has signed in yet. */
  state: z.enum(['invited', 'active', 'blocked']),
  /** The e-mail address of the invitation; null if there is none. */
  email: z.string().nullable(),
  /** Whether the operator has an account at the provider. */
  hasAccount: z.boolean(),
  hasSecondFactor: z.boolean(),
  reach: Reach,
  blockedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  keys: z.array(KeySummary),
});
export type OperatorShown = z.infer<typeof OperatorShown>;

export const OperatorList = z.object({ operators: z.array(OperatorShown) });
export type OperatorList = z.infer<typeof OperatorList>;

export const OperatorChanged = z.object({ operator: OperatorShown, repeated: z.boolean() });
export type OperatorChanged = z.infer<typeof OperatorChanged>;

/** A new key. `key` is null in the answer to a repeated call, because the server stores only the hash. */
export const KeyAdded = z.object({
  id: z.uuid(),
  key: z.string().nullable(),
  repeated: z.boolean(),
});
export type KeyAdded = z.infer<typeof KeyAdded>;
