import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../unitOfWork.ts';

/** Kinds of cases that support must look at. */
type SupportCaseKind =
  /** The eject stayed unanswered: nothing was charged, the charger is quarantined. */
  | 'ejectUnknown'
  /**
   * The eject stayed unanswered, which happened too often with the rider or the card: the hold stays
   * until the cabinet shows where the charger is. Somebody should look.
   */
  | 'suspiciousEject'
  /** Many ejects of a station stayed unanswered within a day. */
  | 'uncertainEjects'
  /** A charger came out after the end of its rental: nobody was charged. */
  | 'lateEject'
  /** A charger came out without a command. */
  | 'unaskedEject'
  /** The rider reports that nothing came out. */
  | 'notEjected'
  /** The cabinet reported an eject, yet the charger is inside. */
  | 'ejectedButInside'
  /** A chargeback: the card's owner objects to a charge at the bank. */
  | 'chargeback'
  /** The bank changed a decision about a chargeback, or its state is unknown to the server. */
  | 'chargebackChanged'
  /** The server could not send the evidence against a chargeback: somebody must, by its date. */
  | 'chargebackEvidence'
  /** The card's bank suspects fraud, and a refund is not cheaper than a chargeback. */
  | 'fraudWarning'
  /** A rider undid a change that somebody else made to the account; it was locked and restored. */
  | 'accountTakeover'
  | 'chargerMissing'
  | 'unknownCharger'
  | 'lostChargerReturned'
  | 'returnRejected'
  /** A provider's answer is missing for so long that support should ask. */
  | 'moneyUnknown'
  | 'refundRefused'
  /** Somebody tries many cards: new cards are paused for the account or the address. */
  | 'cardTesting'
  /** A daily cap on codes by text message is reached. */
  | 'codeCap'
  /** Somebody captured, cancelled or refunded a payment in the provider's own pages. */
  | 'changedAtProvider'
  /** The provider repeatedly fails at one payment: no money was moved. */
  | 'providerFailed'
  /** A background job failed again and again. */
  | 'jobStuck'
  /** The rider opened a dispute about a bill. */
  | 'dispute'
  /** The rider reported a problem; the text is only in the report. */
  | 'report'
  /** The nightly check found differences between the ledger and the payments, orders or wallets. */
  | 'ledgerDifference'
  /** The daily reconciliation found a difference between our books and the provider's. */
  | 'booksDiffer'
  | 'cabinetFault';

interface SupportCase {
  kind: SupportCaseKind;
  /** A second case with the same key is dropped. */
  key: string;
  rentalId?: string;
  stationId?: string;
  /** Any JSON value; no personal data. */
  details?: Record<string, unknown>;
}

/** Opens a case, once per key. */
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

/** Adds to the details of a case, so that support sees what happened since it was opened. */
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
