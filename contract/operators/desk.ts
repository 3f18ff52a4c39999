import { z } from 'zod';
import { Money } from '../money.ts';
import { isPlainText } from '../rules/format/plainText.ts';
import { ApprovalShown } from './approvals.ts';
import { OpsProblem } from './problems.ts';
import { Reason } from './team.ts';

/*
 * The API of operators under `/api/ops`. Every call except the sign-in needs the session of an
 * operator (see `signIn.ts`), or a key as a bearer token. The key is the key of an operator, or the
 * key of the server. With the key of the server, the header `x-operator` contains the name of the
 * operator. Every change needs an `Idempotency-Key`, except changes of the caller's own session or
 * second factor.
 */

const CaseState = z.enum(['open', 'waiting', 'closed']);
const CaseWaitsFor = z.enum(['rider', 'cabinet', 'provider']);

const Amount = z.union([z.int().positive().max(100_000_000), z.literal('all')]);
const Serial = z.string().trim().min(1).max(60);

/** The decision with which an operator closes a case. Amounts are in minor units. */
export const CaseOutcome = z.discriminatedUnion('kind', [
  /** Refunds a part of what the rider paid for an order or a top-up, or as much as possible. */
  z.strictObject({ kind: z.literal('refund'), amount: Amount }),
  /** Waives a part of an unpaid bill, or everything. */
  z.strictObject({ kind: z.literal('waive'), amount: Amount }),
  /**
   * Ends the rental as if the charger was returned at the time `at`. If the eject has no answer, the rental ends
   * without costs, and `at` is not needed.
   */
  z.strictObject({ kind: z.literal('endRental'), at: z.iso.datetime().optional() }),
  /** Makes the server continue: it retries what failed, refuses an open claim, or lifts the freeze of a chargeback. */
  z.strictObject({ kind: z.literal('resume') }),
  /** Holds a charger back; `release` releases it. Without `charger`, the server uses the charger of the case. */
  z.strictObject({ kind: z.literal('holdBack'), charger: Serial.optional() }),
  z.strictObject({ kind: z.literal('release'), charger: Serial.optional() }),
  z.strictObject({ kind: z.literal('none') }),
]);
export type CaseOutcome = z.infer<typeof CaseOutcome>;

const words = (most: number) =>
  z.string().trim().min(1).max(most).refine(isPlainText, 'expected plain text');

/** The answer to the rider, as plain text in the rider's language. */
const CaseAnswer = words(2000);

export const AssignCase = z.strictObject({
  /** The name of an operator; null removes the assignee. */
  assignee: words(60).nullable(),
  why: Reason.default('assigned'),
});
export const AnswerCase = z.strictObject({
  answer: CaseAnswer,
  /** What the case waits for after the answer: the rider, the cabinet or the provider. If null, the case stays open. */
  waitsFor: CaseWaitsFor.nullable().default('rider'),
  why: Reason.default('answered'),
});
export const WaitCase = z.strictObject({ waitsFor: CaseWaitsFor.nullable(), why: Reason });
export const CloseCase = z.strictObject({
  outcome: CaseOutcome,
  answer: CaseAnswer.optional(),
  why: Reason,
});
export type CloseCase = z.output<typeof CloseCase>;
/** The number of an order or a top-up, as a person types it. */
const GivenNumber = z.string().trim().toUpperCase().max(40);
export const OpenOrderCase = z.strictObject({ order: GivenNumber, why: Reason });
export const OpenTopUpCase = z.strictObject({ topUp: GivenNumber, why: Reason });
/** Opens a case about an order or a top-up. */
export const OpenCase = z.union([OpenOrderCase, OpenTopUpCase]);

/**
 * Refunds or waives an amount for which there is no case. The server opens a case for this act, and closes it at once.
 */
export const PayBack = z.strictObject({ amount: Amount, why: Reason });

/** Replaces the key that signs proofs of return. */
export const RotateProofKey = z.strictObject({ why: Reason });
export const ProofKeyRotated = z.object({ key: z.string() });

const StoredOutcome = z.object({
  kind: z.enum(['refund', 'waive', 'endRental', 'resume', 'holdBack', 'release', 'none']),
  amount: z.int().optional(),
  currency: z.string().optional(),
  at: z.string().optional(),
  charger: z.string().optional(),
});

export const CaseSummary = z.object({
  number: z.string(),
  kind: z.string(),
  state: CaseState,
  waitsFor: CaseWaitsFor.nullable(),
  overdue: z.boolean(),
  openedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  assignee: z.string().nullable(),
  /** The number of the order. */
  order: z.string().nullable(),
  /** The number of the top-up, if the case is about the payment of a top-up. */
  topUp: z.string().nullable(),
  station: z.string().nullable(),
  /** The number of the rider, and the language for the answer. */
  rider: z.object({ number: z.string(), language: z.string() }).nullable(),
  answer: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  outcome: StoredOutcome.nullable(),
  /**
   * The approval that the outcome waits for, because one operator alone may not pay such a high
   * amount; null if the outcome needs no approval.
   */
  approval: z
    .object({ id: z.uuid(), requestedBy: z.string(), expiresAt: z.iso.datetime() })
    .nullable(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
});
export type CaseSummary = z.infer<typeof CaseSummary>;

/** An entry of a time line. */
export const TimeLineEntry = z.object({
  /** The time on the server's clock. */
  at: z.iso.datetime(),
  /** The time by the clock of the cabinet. */
  cabinetAt: z.iso.datetime().optional(),
  by: z.enum(['rider', 'payment', 'cabinet', 'server', 'message', 'case', 'operator']),
  what: z.string(),
  facts: z.record(z.string(), z.unknown()),
});
export type TimeLineEntry = z.infer<typeof TimeLineEntry>;

export const CaseShown = CaseSummary.extend({
  /** The kinds of outcomes with which an operator can close this case. */
  outcomes: z.array(z.string()),
  details: z.record(z.string(), z.unknown()),
  /** The rider's own words. */
  words: z.string().nullable(),
  orderNow: z
    .object({ state: z.string(), total: Money.nullable(), paid: Money, due: Money })
    .nullable(),
  /** The paid and refunded amounts of the top-up, and the amount that can still be refunded to the card (`left`). */
  topUpNow: z.object({ state: z.string(), paid: Money, refunded: Money, left: Money }).nullable(),
  charger: z.object({ serial: z.string(), state: z.string().nullable() }).nullable(),
  timeLine: z.array(TimeLineEntry),
});
export type CaseShown = z.infer<typeof CaseShown>;

export const CaseQuery = z.object({
  kind: z.string().max(40).optional(),
  state: z.enum([...CaseState.options, 'all']).optional(),
  overdue: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  assignee: z.string().max(60).optional(),
  /** The number of an order. */
  order: GivenNumber.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export const CaseList = z.object({
  cases: z.array(CaseSummary),
  nextCursor: z.string().nullable(),
});
export type CaseList = z.infer<typeof CaseList>;

/**
 * The answer to an act: the case afterwards, the approval that the act waits for, and whether an earlier call already
 * did the act.
 */
export const CaseActed = z.object({
  case: CaseSummary,
  approval: ApprovalShown.nullable(),
  repeated: z.boolean(),
});
export type CaseActed = z.infer<typeof CaseActed>;

/** The answer to a refused call about a case. `case` is the present state of the case. */
export const CaseProblem = OpsProblem.extend({ case: CaseSummary.optional() });
export type CaseProblem = z.infer<typeof CaseProblem>;
