import { z } from 'zod';
import { isPlainText } from '../rules/format/plainText.ts';
import { OnlyReason } from './team.ts';

/*
 * The ledger, the comparison of the ledger with the payment provider, and the seller on invoices. A
 * day is a calendar day in the time zone `RECONCILE_ZONE`. Amounts are in minor units, except in
 * the CSV file. Every change needs an `Idempotency-Key` and a reason, and leaves an entry in the
 * record of operators.
 */

/** A calendar day such as `2026-11-23`. */
const Day = z.iso.date();

/** The name of an account of the ledger. `wallet:topUp` and `wallet:bonus` each contain the wallets of all riders. */
const AccountName = z.string().regex(/^[A-Za-z]{1,30}(:[A-Za-z]{1,30})?$/);

/**
 * `GET /api/ops/ledger/balances?until=2026-11-30`: the balances at the end of this day. Without `until`, they are the
 * present balances.
 */
export const BalanceQuery = z.object({ until: Day.optional() });
export const BalanceList = z.object({
  balances: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      debits: z.int(),
      credits: z.int(),
      /** The debits less the credits. */
      balance: z.int(),
    }),
  ),
});
export type BalanceList = z.infer<typeof BalanceList>;

/** `GET /api/ops/ledger/entries`: the oldest first. */
export const EntryQuery = z.object({
  /** The number of an order. */
  order: z.string().max(20).optional(),
  account: AccountName.optional(),
  day: Day.optional(),
  /** The id of the last entry of the previous page. */
  after: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
export type EntryQuery = z.output<typeof EntryQuery>;
export const LedgerEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The key of the booking. All entries of a booking have the same key. */
  booking: z.string(),
  order: z.string().nullable(),
  debit: z.string(),
  credit: z.string(),
  amount: z.int(),
  currency: z.string(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;
export const EntryList = z.object({ entries: z.array(LedgerEntry), after: z.int().nullable() });
export type EntryList = z.infer<typeof EntryList>;

/** `GET /api/ops/ledger/check`: the differences, as text. The list is empty if the ledger is correct. */
export const LedgerChecked = z.object({ findings: z.array(z.string()) });
export type LedgerChecked = z.infer<typeof LedgerChecked>;

const DifferenceShown = z.object({
  provider: z.string(),
  key: z.string(),
  kind: z.string(),
  currency: z.string(),
  /** The amount of the provider less the amount in the ledger. */
  amount: z.int(),
  details: z.record(z.string(), z.unknown()),
  at: z.iso.datetime(),
  /** When a later comparison found that the difference has disappeared. */
  explainedAt: z.iso.datetime().nullable(),
});
export type DifferenceShown = z.infer<typeof DifferenceShown>;

/** `GET /api/ops/reconciliation/day?day=2026-11-23`; without a day, yesterday. */
export const ReconciledDayQuery = z.object({ day: Day.optional() });
export const ReconciledDay = z.object({
  day: Day,
  timeZone: z.string(),
  /** The time of the last comparison; null before the first comparison. */
  comparedAt: z.iso.datetime().nullable(),
  summaries: z.array(
    z.object({
      provider: z.string(),
      currency: z.string(),
      /** The number of transactions, by kind. */
      counts: z.record(z.string(), z.int()),
      gross: z.int(),
      fees: z.int(),
      net: z.int(),
      payouts: z.int(),
    }),
  ),
  differences: z.array(DifferenceShown),
});
export type ReconciledDay = z.infer<typeof ReconciledDay>;

/**
 * `GET /api/ops/reconciliation/differences`: the oldest first. `open` returns only the differences that have not
 * disappeared.
 */
export const DifferenceQuery = z.object({
  state: z.enum(['open', 'all']).default('open'),
  /** The value of `after` in the answer with the previous page. */
  after: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type DifferenceQuery = z.output<typeof DifferenceQuery>;
export const DifferenceList = z.object({
  differences: z.array(DifferenceShown),
  after: z.string().nullable(),
});
export type DifferenceList = z.infer<typeof DifferenceList>;

/** `POST /api/ops/reconciliation/run` with a reason: the comparison begins at once. */
export const ReconciliationAsked = z.object({ askedAt: z.iso.datetime(), repeated: z.boolean() });
export type ReconciliationAsked = z.infer<typeof ReconciliationAsked>;

const Line = (most: number) =>
  z.string().trim().min(1).max(most).refine(isPlainText, 'expected plain text');

/** Sets the seller on invoices from the time `from` on. Invoices from before this time do not change. */
export const AddSeller = OnlyReason.extend({
  name: Line(120),
  address: Line(300),
  taxNumber: Line(40),
  /** The rate in basis points: 2100 is 21 percent. Prices include the tax. */
  taxRate: z.int().min(0).max(9_999),
  /** The number of an invoice contains the year, as it is in this time zone. */
  timeZone: z.string().max(60),
  /** From when the version is in force; without it, from now on. */
  from: z.iso.datetime({ offset: true }).optional(),
});
export type AddSeller = z.output<typeof AddSeller>;

export const SellerShown = z.object({
  id: z.int(),
  from: z.iso.datetime(),
  name: z.string(),
  address: z.string(),
  taxNumber: z.string(),
  taxRate: z.int(),
  timeZone: z.string(),
});
export type SellerShown = z.infer<typeof SellerShown>;
/** `GET /api/ops/sellers`: the latest 200 versions of the seller, the latest first. */
export const SellerList = z.object({ sellers: z.array(SellerShown) });
export type SellerList = z.infer<typeof SellerList>;
export const SellerAdded = z.object({ seller: SellerShown, repeated: z.boolean() });
export type SellerAdded = z.infer<typeof SellerAdded>;

/**
 * `GET /api/ops/accounting/export?from=2026-11-01&to=2026-11-30` returns a CSV file: for each day and account, the sums
 * of its debits and credits. Both days are included. A period has at most 366 days.
 */
export const AccountingQuery = z.object({ from: Day, to: Day });
