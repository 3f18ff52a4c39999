import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../unitOfWork.ts';

/** The kinds of cases. Support must look at each case. */
type SupportCaseKind =
  /** The eject stayed unanswered. Nothing was charged, and the charger is quarantined. */
  | 'ejectUnknown'
  /**
   * The eject stayed unanswered, and this happened too often with the rider or the card. The hold stays
   * until the cabinet shows where the charger is. Support should check the station.
   */
  | 'suspiciousEject'
  /** Many ejects at a station stayed unanswered within a day. */
  | 'uncertainEjects'
  /** A charger came out after the end of its rental. Nobody was charged. */
  | 'lateEject'
  /** A charger came out without a command. */
  | 'unaskedEject'
  /** The rider reports that nothing came out. */
  | 'notEjected'
  /** The cabinet reported an eject, but the charger is inside. */
  | 'ejectedButInside'
  /** A chargeback: the card's owner objects to a charge at the bank. */
  | 'chargeback'
  /** The bank changed a decision about a chargeback, or the server cannot read its state. */
  | 'chargebackChanged'
  /**
   * The server could not send the evidence against a chargeback, so support must send it before its
   * deadline.
   */
  | 'chargebackEvidence'
  /** The card's bank suspects fraud, and a refund is not cheaper than a chargeback. */
  | 'fraudWarning'
  /** A rider undid a change that somebody else made to the account. The account was restored and locked. */
  | 'accountTakeover'
  | 'chargerMissing'
  | 'unknownCharger'
  | 'lostChargerReturned'
  | 'returnRejected'
  /** The answer of a provider is missing for so long that support should ask the provider. */
  | 'moneyUnknown'
  | 'refundRefused'
  /** Somebody tries many cards, so new cards are paused for the account or the address. */
  | 'cardTesting'
  /** A daily cap on codes by text message is reached. */
  | 'codeCap'
  /** Somebody captured, cancelled or refunded a payment in the provider's own web pages. */
  | 'changedAtProvider'
  /** The provider fails repeatedly for one payment. No money was moved. */
  | 'providerFailed'
  /** A background job failed again and again. */
  | 'jobStuck'
  /** The rider opened a dispute about a bill. */
  | 'dispute'
  /** The rider reported a problem. Only the report contains the text. */
  | 'report'
  /** The nightly check found differences between the ledger and the payments, orders or wallets. */
  | 'ledgerDifference'
  /** The daily reconciliation found a difference between the ledger and the provider's transactions. */
  | 'booksDiffer'
  | 'cabinetFault';

interface SupportCase {
  kind: SupportCaseKind;
  /** The key of the case. A second case with the same key is dropped. */
  key: string;
  rentalId?: string;
  stationId?: string;
  /** Any JSON value without personal data. */
  details?: Record<string, unknown>;
}

/** Opens a case, once for each key. */
export async function openCase(work: UnitOfWork, support: SupportCase): Promise<void> {
  await work.trx
    .insertInto('support_cases')
    .values({
      id: randomUUID(),
      kind: support.kind,
      key: `${support.kind}:${support.key}`,
      rental_id: support.rentalId ?? null,
      station_id: support.stationId ?? null,
      details: JSON.stringify(support.details ?? {}),
      created_at: work.now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Adds to the details of a case, so that support sees what has happened after it was opened. */
export async function addToCase(
  work: UnitOfWork,
  { kind, key, details }: Required<Pick<SupportCase, 'kind' | 'key' | 'details'>>,
): Promise<void> {
  await work.trx
    .updateTable('support_cases')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('key', '=', `${kind}:${key}`)
    .execute();
}
