import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../unitOfWork.ts';

/** What people have to look into. */
type SupportCaseKind =
  /** The eject stayed unanswered: nothing was charged, the charger is quarantined. */
  | 'ejectUnknown'
  /** A charger came out when its rental was already over: nobody was charged. */
  | 'lateEject'
  /** A charger came out that nobody had asked for. */
  | 'unaskedEject'
  /** The rider says that nothing came out. */
  | 'notEjected'
  /** The cabinet reported an eject, yet the charger is inside. */
  | 'ejectedButInside'
  /** The card's owner objects to a charge with their bank. */
  | 'chargeback'
  | 'chargerMissing'
  | 'unknownCharger'
  | 'lostChargerReturned'
  | 'returnRejected'
  /** A provider's answer has been missing for so long that somebody should ask. */
  | 'moneyUnknown'
  | 'refundRefused'
  /** The provider keeps failing at one payment: nothing was moved. */
  | 'providerFailed'
  /** A background job failed again and again. */
  | 'jobStuck'
  /** The rider objects to a bill. */
  | 'dispute'
  /** The rider says that something is wrong; their words are in the report alone. */
  | 'report'
  /** The nightly check found the books to differ from the payments, orders or wallets. */
  | 'ledgerDifference'
  | 'cabinetFault';

interface SupportCase {
  kind: SupportCaseKind;
  /** A second case with the same key is dropped. */
  key: string;
  rentalId?: string;
  stationId?: string;
  /** What JSON can hold; no personal data. */
  details?: Record<string, unknown>;
}

/** Hands something to support, once. */
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
