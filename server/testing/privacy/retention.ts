import type { Database } from '../../db/schema.ts';
import type { Settings } from '../../settings/settings.ts';
import { callsKeptMs } from '../../http/limits/rateLimit.ts';
import { answerLifetimeMs } from '../../http/requests/idempotency.ts';
import { undoMs } from '../../modules/accountChanges/recordChange.ts';
import { codesKeptMs, sessionsKeptMs } from '../../modules/auth/dropOld.ts';
import { guestsKeptMs } from '../../modules/auth/guests.ts';
import { knownDevicesKeptMs } from '../../modules/auth/knownDevices.ts';
import { sessionIdleMs } from '../../modules/auth/session.ts';
import { claimHashesKeptMs } from '../../modules/campaigns/dropOldHashes.ts';
import { couponHashesKeptMs } from '../../modules/coupons/dropOldHashes.ts';
import { notificationsKeptMs } from '../../modules/notifications/presentNotification.ts';
import { operatorSessionsKeptMs } from '../../modules/operators/signIn/sessions.ts';
import { moneyCallsKeptMs } from '../../modules/payments/dropOld.ts';
import { chargeableBackMs } from '../../modules/payments/methods/dropOldMethods.ts';
import { emailCodesKeptMs } from '../../modules/profile/emailCodes.ts';
import { attemptsKeptMs } from '../../modules/social/dropOldAttempts.ts';
import { claimsKeptMs } from '../../modules/rentalRecords/claims.ts';
import { reservationsKeptMs } from '../../modules/reservations/reservations.ts';
import { reportsKeptMs } from '../../modules/support/forgetReports.ts';
import { watchesKeptMs } from '../../modules/watches/watches.ts';

/** How long a table stores personal data. `docs/privacy.md` shows the list `retention`. */
export interface Retention {
  /** The kinds of personal data in the table. */
  readonly contains: string;
  /**
   * What the deletion of the account does at once: it deletes the rows of the table, empties the personal columns, or
   * leaves the rows because they name nobody. `unrelated`: the data does not belong to an account.
   */
  readonly onDeletion: 'deleted' | 'emptied' | 'stays' | 'unrelated';
  /** When `cleanUp` in `housekeeping.ts` deletes the data; null if it never does. */
  readonly expiry: Expiry | null;
  /** Why data stays after the deletion of the account. */
  readonly reason?: string;
}

interface Expiry {
  readonly period: number | keyof typeof periodSettings;
  /** The event at which the period begins. */
  readonly after: string;
}

const dayMs = 24 * 60 * 60_000;

/** Periods that the operator configures, in days. */
const periodSettings = {
  HOST_KEEP_DAYS: ({ hosts }: Settings) => hosts.keepDays,
  UNCERTAIN_EJECT_DAYS: ({ uncertainEjects }: Settings) => uncertainEjects.days,
};

/** A period in milliseconds. */
export function periodMs({ period }: Expiry, settings: Settings): number {
  return typeof period === 'number' ? period : periodSettings[period](settings) * dayMs;
}

const bookkeeping = 'bookkeeping law: an amount of a rider who is only a number';
const limitOfAll = 'a limit must not end with the account';
const oncePerPerson = 'keyed hash: a person with a new account gets a reward only once';

/** Tables with personal data. The id of a rider is personal only while the account exists. */
export const retention = {
  users: {
    contains: 'phone, name, e-mail, birth date; of a guest the hash of the cookie',
    onDeletion: 'emptied',
    expiry: {
      period: guestsKeptMs,
      after: 'the last use by a guest without an open or unpaid rental',
    },
  },
  user_photos: { contains: 'photo', onDeletion: 'deleted', expiry: null },
  identities: { contains: 'social accounts', onDeletion: 'deleted', expiry: null },
  account_changes: {
    contains: 'phone, e-mail and social accounts before a change',
    onDeletion: 'deleted',
    expiry: { period: undoMs, after: 'the change' },
  },
  notification_settings: { contains: 'choices', onDeletion: 'deleted', expiry: null },
  terms_acceptances: {
    contains: 'accepted terms',
    onDeletion: 'stays',
    expiry: null,
    reason: 'proof of the contract, without a name',
  },
  sessions: {
    contains: 'device, last use',
    onDeletion: 'emptied',
    expiry: { period: sessionsKeptMs, after: 'the end of the session' },
  },
  push_subscriptions: {
    contains: 'address of the browser’s push service',
    onDeletion: 'deleted',
    expiry: { period: sessionIdleMs, after: 'the last use of its session' },
  },
  one_time_codes: {
    contains: 'phone, hash of the cookie of a browser',
    onDeletion: 'deleted',
    expiry: { period: codesKeptMs, after: 'the code’s expiry' },
  },
  contact_changes: {
    contains: 'new e-mail',
    onDeletion: 'deleted',
    expiry: { period: emailCodesKeptMs, after: 'the code’s expiry' },
  },
  social_attempts: {
    contains: 'social account',
    onDeletion: 'deleted',
    expiry: { period: attemptsKeptMs, after: 'the attempt’s expiry' },
  },
  rate_limits: {
    contains: 'hash of a network address, phone or e-mail',
    onDeletion: 'stays',
    expiry: { period: callsKeptMs, after: 'the counted window' },
    reason: limitOfAll,
  },
  known_devices: {
    contains: 'hash of the cookie of a device',
    onDeletion: 'deleted',
    expiry: { period: knownDevicesKeptMs, after: 'the last login with a code' },
  },
  money_calls: {
    contains: 'hash of a network address, session and card',
    onDeletion: 'stays',
    expiry: { period: moneyCallsKeptMs, after: 'the call' },
    reason: limitOfAll,
  },
  card_pauses: {
    contains: 'hash of a network address',
    onDeletion: 'stays',
    expiry: { period: moneyCallsKeptMs, after: 'the pause' },
    reason: limitOfAll,
  },
  idempotency_keys: {
    contains: 'answers of the API',
    onDeletion: 'deleted',
    expiry: { period: answerLifetimeMs, after: 'the request' },
  },
  notifications: {
    contains: 'messages to the rider',
    onDeletion: 'deleted',
    expiry: { period: notificationsKeptMs, after: 'the notification' },
  },
  watches: {
    contains: 'station, hash of a network address',
    onDeletion: 'deleted',
    expiry: { period: watchesKeptMs, after: 'the watch’s expiry' },
  },
  reservations: {
    contains: 'station and time',
    onDeletion: 'deleted',
    expiry: { period: reservationsKeptMs, after: 'the reservation’s expiry' },
  },
  favourite_stations: { contains: 'saved stations', onDeletion: 'deleted', expiry: null },
  support_reports: {
    contains: 'the rider’s own words, the answer',
    onDeletion: 'deleted',
    expiry: { period: reportsKeptMs, after: 'the answer, or the report if nobody answered' },
  },
  support_cases: {
    contains: 'the answer of support; the rider’s words are only in the report or the dispute',
    onDeletion: 'emptied',
    expiry: { period: reportsKeptMs, after: 'the answer' },
  },
  disputes: {
    contains: 'the rider’s own words',
    onDeletion: 'emptied',
    expiry: { period: chargeableBackMs, after: 'the answer' },
  },
  rental_claims: {
    contains: 'the position at the time of the claim',
    onDeletion: 'emptied',
    expiry: { period: claimsKeptMs, after: 'the end of the claim' },
  },
  claim_photos: {
    contains: 'a photo of the claim',
    onDeletion: 'deleted',
    expiry: { period: claimsKeptMs, after: 'the end of the claim' },
  },
  payment_methods: {
    contains: 'name, country and postal code of the card, expiry, masked PayPal address',
    onDeletion: 'emptied',
    expiry: { period: chargeableBackMs, after: 'the removal of the method' },
    reason: 'receipts name the brand and the last four digits',
  },
  payment_customers: {
    contains: 'the customer at the payment provider',
    onDeletion: 'deleted',
    expiry: null,
  },
  evidence_receipts: {
    contains: 'the provider’s id of the receipt that was sent as evidence',
    onDeletion: 'stays',
    expiry: { period: chargeableBackMs, after: 'the bank’s decision' },
    reason: 'the bank may reopen the case',
  },
  chargebacks: { contains: 'reason', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  rentals: {
    contains:
      'places and times; after an eject without an answer the keyed hash of the card; of a guest the hash of ' +
      'the cookie and of the card, until the order is paid',
    onDeletion: 'stays',
    expiry: { period: 'UNCERTAIN_EJECT_DAYS', after: 'that eject, only the hash' },
    reason: bookkeeping,
  },
  top_ups: { contains: 'purchases', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  payments: { contains: 'purchases', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  wallet_movements: { contains: 'balance', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  ledger_accounts: { contains: 'balance', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  rider_coupons: { contains: 'discounts', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  referrals: {
    contains: 'who invited whom',
    onDeletion: 'stays',
    expiry: null,
    reason: bookkeeping,
  },
  pending_rewards: { contains: 'rewards', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  campaign_claims: { contains: 'rewards', onDeletion: 'stays', expiry: null, reason: bookkeeping },
  raffle_entries: {
    contains: 'entries and prizes',
    onDeletion: 'stays',
    expiry: null,
    reason: 'proof of the draw, without a name',
  },
  coupon_marks: {
    contains: 'hash of a phone or social account',
    onDeletion: 'stays',
    expiry: { period: couponHashesKeptMs, after: 'the end of the coupon' },
    reason: oncePerPerson,
  },
  campaign_marks: {
    contains: 'hash of a phone, social account or card',
    onDeletion: 'stays',
    expiry: {
      period: claimHashesKeptMs,
      after: 'the end of the campaign, except offers to new riders',
    },
    reason: oncePerPerson,
  },
  referral_marks: {
    contains: 'hash of a phone or card',
    onDeletion: 'stays',
    expiry: null,
    reason: oncePerPerson,
  },
  reward_hashes: {
    contains: 'hash of a phone or card',
    onDeletion: 'stays',
    expiry: null,
    reason: oncePerPerson,
  },
  rider_blocks: {
    contains: 'account, hash of a phone, card or browser, number of a rider',
    onDeletion: 'stays',
    expiry: null,
    reason:
      'a blocked person must not come back with a new account, until an operator ends the block',
  },
  host_interests: {
    contains: 'contact of a business',
    onDeletion: 'unrelated',
    expiry: { period: 'HOST_KEEP_DAYS', after: 'the last change of the request' },
  },
  alert_recipients: {
    contains: 'e-mail address of an operator, who can delete it',
    onDeletion: 'unrelated',
    expiry: null,
  },
  venues: {
    contains: 'name and e-mail address of the owner of a venue, which the operator can change',
    onDeletion: 'unrelated',
    expiry: null,
  },
  operators: {
    contains: 'names of the team, and the e-mail addresses and accounts with which they sign in',
    onDeletion: 'unrelated',
    expiry: null,
  },
  operator_actions: {
    contains:
      'names of operators, and the networks of their calls, shortened to /24 (IPv4) or /48 (IPv6); kept as proof of who did what',
    onDeletion: 'unrelated',
    expiry: null,
  },
  operator_sessions: {
    contains: 'device, last use by an operator',
    onDeletion: 'unrelated',
    expiry: { period: operatorSessionsKeptMs, after: 'the last use of the session' },
  },
  venue_statements: {
    contains: 'name of the owner of a venue, kept with the books',
    onDeletion: 'unrelated',
    expiry: null,
  },
} as const satisfies { [Table in keyof Database]?: Retention };

const noPerson = 'ids and technical values only';
const ofOperator = 'written by the operator';
const amounts = 'amounts and ids only';

/** Tables without personal data, each with the reason. */
export const withoutPersonalData: Record<Exclude<keyof Database, keyof typeof retention>, string> &
  Record<'invoice_counters' | 'kysely_migration' | 'kysely_migration_lock', string> = {
  bulk_acts: 'what operators did with many things and why, with ids only',
  cabinet_commands: 'commands with the names of operators; deleted after 540 days',
  cabinet_events: 'serials and slots; deleted after 540 days',
  cabinet_health: noPerson,
  campaigns: ofOperator,
  charger_reports: noPerson,
  charger_swaps: noPerson,
  chargers: noPerson,
  code_traffic: 'counts per country',
  coupons: ofOperator,
  field_session_chargers: noPerson,
  field_sessions: 'visits with the names of operators; deleted after 540 days',
  former_secrets: 'hashes of the secrets of cabinets',
  fraud_warnings: noPerson,
  host_requests: 'keys of requests; deleted after 30 days',
  inbox: noPerson,
  inbox_marks: noPerson,
  // The type `Database` does not contain this table, because only a trigger of the database writes the table.
  invoice_counters: amounts,
  invoices: amounts,
  kysely_migration: noPerson,
  kysely_migration_lock: noPerson,
  ledger_entries: amounts,
  ledger_transactions: amounts,
  news: ofOperator,
  operator_attempts: 'hashes of sign-ins of operators; deleted a day after their expiry',
  operator_factors: 'encrypted secrets of the second factors of operators',
  operator_keys: 'hashes of the keys of operators',
  operator_links: 'hashes of links; deleted a day after their expiry',
  operator_recovery_codes: 'hashes of the recovery codes of operators',
  operator_payouts: 'amounts and numbers, with the names of operators; deleted after 540 days',
  outbox:
    'the payloads of jobs have ids and names of operators only; done jobs are deleted after 30 days',
  payment_steps: amounts,
  pending_acts: 'what operators requested and why, with ids only',
  proof_keys: 'the keys of proofs of return',
  provider_keys: 'keys of calls; deleted after 30 days',
  provider_transactions: amounts,
  raffles: ofOperator,
  reconciliation_differences: amounts,
  reconciliations: amounts,
  regions: ofOperator,
  sellers: ofOperator,
  settings: ofOperator,
  slots: noPerson,
  station_cell_changes: noPerson,
  station_cells: noPerson,
  station_terms: noPerson,
  station_words: noPerson,
  stations: ofOperator,
  tariff_assignment_stations: ofOperator,
  tariff_assignment_venues: ofOperator,
  tariff_assignments: ofOperator,
  tariffs: ofOperator,
  tickets: 'work at stations with the names of operators; deleted 540 days after their end',
  usual_counts: 'averages per station; deleted 8 weeks after the last sample',
  undo_links: 'hashes of links; deleted with the change',
  venue_periods: noPerson,
  venue_payout_reversals: 'times, with the names of operators',
  venue_payout_statements: amounts,
  venue_payouts: 'amounts and numbers, with the names of operators',
  venue_statement_lines: amounts,
  venue_statement_mails: 'when a statement was sent, without the address',
  venue_terms: ofOperator,
  webhook_deliveries: 'results of deliveries; deleted with the message',
  webhook_endpoints: ofOperator,
  webhook_messages: 'ids and amounts; deleted after 30 days',
  webhook_events: 'ids of messages; deleted after 30 days',
};

/** The list of tables as the rows of a Markdown table. */
export function retentionRows(): string[] {
  const all: [string, Retention][] = Object.entries(retention);
  return all.map(([table, { contains, onDeletion, expiry, reason }]) => {
    const limit = expiry ? `${periodOf(expiry)} after ${expiry.after}` : '—';
    return `| \`${table}\` | ${contains} | ${onDeletion}${reason ? `: ${reason}` : ''} | ${limit} |`;
  });
}

function periodOf({ period }: Expiry): string {
  if (typeof period === 'string') return `\`${period}\` (days)`;
  const days = period / dayMs;
  return days === 1 ? '1 day' : `${days} days`;
}
