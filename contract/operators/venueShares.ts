import { z } from 'zod';
import { Money } from '../money.ts';
import { isPlainText } from '../rules/format/plainText.ts';
import { BulkActBegun } from './bulkActs.ts';
import { OnlyReason } from './team.ts';

/*
 * The shares of venue owners, and the monthly statements for the owners. A share is a part of what
 * the operator captured for the rentals that began in the venue, without tax and less refunds. A
 * month is a calendar month in the time zone `RECONCILE_ZONE`. Every change needs an
 * `Idempotency-Key` and a reason, and leaves an entry in the record of operators.
 */

/** A month such as `2026-11`. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/**
 * Sets the share of a venue from the time `from` on. The terms at the start of a rental apply to all captures and
 * refunds of the rental.
 */
export const SetTerms = OnlyReason.extend({
  /** In basis points: 1500 is 15 percent. */
  share: z.int().min(0).max(10_000),
  /** From when the terms are in force; without it, from now on. */
  from: z.iso.datetime({ offset: true }).optional(),
});
export type SetTerms = z.output<typeof SetTerms>;

export const TermsShown = z.object({
  id: z.int(),
  venue: z.string(),
  from: z.iso.datetime(),
  share: z.int(),
});
export type TermsShown = z.infer<typeof TermsShown>;
/** `GET /api/ops/venues/{id}/terms`: all terms of the venue, the latest first. */
export const TermsList = z.object({ terms: z.array(TermsShown) });
export type TermsList = z.infer<typeof TermsList>;
export const TermsChanged = z.object({ terms: TermsShown, repeated: z.boolean() });
export type TermsChanged = z.infer<typeof TermsChanged>;

export const StatementShown = z.object({
  /** Such as `V2026-000017`; null as long as the month is not closed. */
  number: z.string().nullable(),
  venue: z.string(),
  venueName: z.string(),
  ownerName: z.string(),
  month: Month,
  timeZone: z.string(),
  captures: Money,
  /** The refunded amount, without a minus sign. */
  refunds: Money,
  /** The sum of `tax`, `venueShare` and `operatorShare` is the captures less the refunds. */
  tax: Money,
  venueShare: Money,
  operatorShare: Money,
  closedAt: z.iso.datetime().nullable(),
  /** When the statement was sent to the owner by e-mail; null if it was not sent. */
  mailedAt: z.iso.datetime().nullable(),
  /** The day on which the operator paid the statement; null if it is not paid. */
  paidOn: z.iso.date().nullable(),
});
export type StatementShown = z.infer<typeof StatementShown>;

/**
 * `GET /api/ops/venues/{id}/statements?month=2026-11`: one statement for each currency. Before the month is closed, a
 * statement shows the amounts so far.
 */
export const StatementMonth = z.object({ month: Month });
export const StatementList = z.object({ statements: z.array(StatementShown) });
export type StatementList = z.infer<typeof StatementList>;

/** `GET /api/ops/venue-statements`: the closed statements, the highest number first. */
export const ClosedQuery = z.object({
  venue: z.string().max(40).optional(),
  month: Month.optional(),
  /** Selects only paid or only unpaid statements. A statement with a share of zero counts as paid. */
  state: z.enum(['paid', 'unpaid']).optional(),
  /** The number of the last statement of the previous page. */
  after: z.string().max(20).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type ClosedQuery = z.output<typeof ClosedQuery>;
export const ClosedList = z.object({
  statements: z.array(StatementShown),
  after: z.string().nullable(),
});
export type ClosedList = z.infer<typeof ClosedList>;

/** Closes a month of a venue: the statements of this month get their numbers, and never change afterwards. */
export const CloseMonth = OnlyReason.extend({ month: Month });
export type CloseMonth = z.output<typeof CloseMonth>;
export const MonthClosed = StatementList.extend({
  /** Without a mail server, no owner gets a statement by mail. */
  hasMailServer: z.boolean(),
  repeated: z.boolean(),
});
export type MonthClosed = z.infer<typeof MonthClosed>;
/** `POST /api/ops/venue-statements/close`: closes a month of all venues. */
export const ClosingBegun = BulkActBegun.extend({ hasMailServer: z.boolean() });
export type ClosingBegun = z.infer<typeof ClosingBegun>;

/** `POST /api/ops/venues/{id}/statements/send`: mails the closed statements of a month to the owner again. */
export const SendStatements = CloseMonth;
export const StatementsSent = StatementList.extend({ repeated: z.boolean() });
export type StatementsSent = z.infer<typeof StatementsSent>;

/**
 * Records that the operator has paid statements of a venue by a bank transfer. The amount must be the sum of the shares
 * in these statements. Without `statements`, the payout is for all unpaid statements in the currency.
 */
export const RecordPayout = OnlyReason.extend({
  /** The amount is zero if the shares of the statements cancel each other. */
  amount: z.int().min(0),
  currency: z.string().regex(/^[A-Z]{3}$/),
  statements: z.array(z.string().max(20)).min(1).max(500).optional(),
  /**
   * The day of the transfer. It must be after the months of these statements, and not in the
   * future.
   */
  paidOn: z.iso.date(),
  /** Such as the number of the transfer. It must contain no personal data. */
  reference: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(isPlainText, 'expected plain text')
    .optional(),
});
export type RecordPayout = z.output<typeof RecordPayout>;

export const PayoutShown = z.object({
  id: z.uuid(),
  venue: z.string(),
  amount: Money,
  paidOn: z.iso.date(),
  reference: z.string().nullable(),
  /** The numbers of the statements that the payout pays. */
  statements: z.array(z.string()),
  recordedAt: z.iso.datetime(),
  recordedBy: z.string(),
  /** When an operator reversed the payout; null if nobody has. `reversedBy` is that operator. */
  reversedAt: z.iso.datetime().nullable(),
  reversedBy: z.string().nullable(),
});
export type PayoutShown = z.infer<typeof PayoutShown>;
/** `GET /api/ops/venues/{id}/payouts`: the hundred newest payouts, and what the operator now owes in each currency. */
export const PayoutList = z.object({ payouts: z.array(PayoutShown), owed: z.array(Money) });
export type PayoutList = z.infer<typeof PayoutList>;
export const PayoutRecorded = z.object({ payout: PayoutShown, repeated: z.boolean() });
export type PayoutRecorded = z.infer<typeof PayoutRecorded>;

/** `POST /api/ops/venues/{id}/payouts/{payout}/reverse`: reverses a payout that was recorded by mistake. */
export const ReversePayout = OnlyReason;
export const PayoutReversed = PayoutRecorded;
export type PayoutReversed = z.infer<typeof PayoutReversed>;
