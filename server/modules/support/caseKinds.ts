import type { CaseOutcomeKind } from '../../db/schema.ts';

/** The group and the possible outcomes of a kind of case. */
interface CaseKind {
  /** The group of the kind. Each group has its own time until a case is overdue. */
  readonly about: keyof typeof boundMs;
  /** The outcomes with which an operator can close a case of this kind, besides `none`. */
  readonly outcomes: readonly Exclude<CaseOutcomeKind, 'none'>[];
}

const hourMs = 60 * 60_000;

/**
 * The time after which a case is overdue. For a chargeback, the deadline of the bank counts
 * instead.
 */
const boundMs = {
  money: 24 * hourMs,
  charger: 72 * hourMs,
  /** A request about the rider's personal data, and a rider's own report. */
  words: 30 * 24 * hourMs,
} as const;

/** A chargeback becomes overdue this long before the deadline of the bank. */
const beforeDeadlineMs = 48 * hourMs;

/** Outcomes for an order whose bill may be wrong. */
const aboutBill = ['refund', 'waive', 'endRental', 'resume'] as const;
const aboutCharger = ['holdBack', 'release'] as const;
const aboutBoth = [...aboutBill, ...aboutCharger] as const;

/** All kinds of cases. Support must look at each case. */
export const caseKinds = {
  /** The cabinet did not answer the eject. Nothing was charged, and the charger is quarantined. */
  ejectUnknown: { about: 'money', outcomes: aboutBoth },
  /**
   * The cabinet did not answer the eject, and the rider or the card has had too many unanswered ejects. The hold stays
   * until the cabinet reports the charger, or until the end time of the hold. Support should check the station.
   */
  suspiciousEject: { about: 'money', outcomes: aboutBoth },
  /** Within a day, a station's cabinet left many ejects without an answer. */
  uncertainEjects: { about: 'charger', outcomes: aboutCharger },
  /** A charger came out after the end of its rental. Nobody was charged. */
  lateEject: { about: 'charger', outcomes: aboutBoth },
  /** A charger came out without a command. */
  unaskedEject: { about: 'charger', outcomes: aboutCharger },
  /** The rider claims that the charger is back, and no cabinet has confirmed the return in time. */
  returnedButRunning: { about: 'money', outcomes: aboutBoth },
  /** The rider claims that no slot takes the charger. */
  cannotReturn: { about: 'money', outcomes: aboutBoth },
  /**
   * A rider reported that a charger does not work, or a rental has ended and its reported charger
   * was not returned.
   */
  reportedCharger: { about: 'charger', outcomes: aboutBoth },
  /** The rider reports that nothing came out. */
  notEjected: { about: 'money', outcomes: aboutBoth },
  /** The cabinet reported an eject, but the charger is inside. */
  ejectedButInside: { about: 'charger', outcomes: aboutBoth },
  /** A chargeback: the card's owner objects to a charge at the bank. */
  chargeback: { about: 'money', outcomes: ['refund', 'resume'] },
  /** The bank changed a decision about a chargeback, or the server cannot read its state. */
  chargebackChanged: { about: 'money', outcomes: ['refund', 'resume'] },
  /**
   * The server could not send the evidence against a chargeback, so support must send it before its
   * deadline.
   */
  chargebackEvidence: { about: 'money', outcomes: ['refund', 'resume'] },
  /** The card's bank suspects fraud, and a refund is not cheaper than a chargeback. */
  fraudWarning: { about: 'money', outcomes: ['refund'] },
  /** A rider undid a change that somebody else made to the account. The account was restored and locked. */
  accountTakeover: { about: 'money', outcomes: [] },
  chargerMissing: { about: 'charger', outcomes: aboutCharger },
  unknownCharger: { about: 'charger', outcomes: aboutCharger },
  /** A lost charger came back too late for an automatic refund. */
  lostChargerReturned: { about: 'money', outcomes: ['refund', 'waive', ...aboutCharger] },
  /** A lost charger came back, and the rider got money back. A person must check the charger. */
  foundAfterLoss: { about: 'charger', outcomes: ['refund', 'waive', ...aboutCharger] },
  /** The cabinet refused a charger that a rider pushed in. */
  returnRejected: { about: 'money', outcomes: aboutBoth },
  /** The provider has not answered about a payment for so long that support should ask the provider. */
  moneyUnknown: { about: 'money', outcomes: ['refund', 'waive', 'resume'] },
  refundRefused: { about: 'money', outcomes: ['refund', 'resume'] },
  /** Many cards were tried, so new cards are paused for the account or the network address. */
  cardTesting: { about: 'money', outcomes: [] },
  /** A daily cap on codes by text message is reached. */
  codeCap: { about: 'charger', outcomes: [] },
  /**
   * A hold expired, or the operator's staff captured, cancelled or refunded a payment in the provider's own web pages.
   */
  changedAtProvider: { about: 'money', outcomes: ['refund', 'waive', 'resume'] },
  /** The server's calls to the provider about one payment fail repeatedly. No money was moved. */
  providerFailed: { about: 'money', outcomes: ['refund', 'waive', 'resume'] },
  /** A background job failed again and again. */
  jobStuck: { about: 'money', outcomes: ['refund', 'waive', 'resume'] },
  /**
   * The rider opened a dispute about a bill. Every outcome is a decision about the dispute: it either lowers the bill
   * by an amount or rejects the dispute. For another outcome, an operator opens a case of the kind `operator`.
   */
  dispute: { about: 'money', outcomes: ['refund', 'waive'] },
  /** The rider reported a problem. Only the report contains the text. */
  report: { about: 'words', outcomes: aboutBoth },
  /** A rider has a request about personal data. */
  privacyRequest: { about: 'words', outcomes: [] },
  /** The nightly check found differences between the ledger and the payments, orders or wallets. */
  ledgerDifference: { about: 'money', outcomes: [] },
  /** The daily reconciliation found a difference between the ledger and the provider's transactions. */
  booksDiffer: { about: 'money', outcomes: [] },
  cabinetFault: { about: 'charger', outcomes: aboutCharger },
  /** A case about an order. An operator opened it, not the server. */
  operator: { about: 'money', outcomes: aboutBoth },
} as const satisfies Record<string, CaseKind>;

export type SupportCaseKind = keyof typeof caseKinds;

function isCaseKind(kind: string): kind is SupportCaseKind {
  return Object.hasOwn(caseKinds, kind);
}

/**
 * The outcomes that are possible for a kind. A kind that only another version of the server knows
 * allows every outcome.
 */
export function outcomesOf(kind: string): readonly CaseOutcomeKind[] {
  const { outcomes }: Pick<CaseKind, 'outcomes'> = isCaseKind(kind)
    ? caseKinds[kind]
    : { outcomes: aboutBoth };
  return [...outcomes, 'none'];
}

/**
 * Whether the role `finance` can close a case of this kind with this outcome. This role can refund
 * and waive. It can use other outcomes only for kinds about money whose cases can neither end a
 * rental nor hold a charger back.
 */
export function isForFinance(kind: string, outcome: CaseOutcomeKind): boolean {
  if (outcome === 'refund' || outcome === 'waive') return true;
  if (!isCaseKind(kind) || caseKinds[kind].about !== 'money') return false;
  const fitting = outcomesOf(kind);
  return !fitting.includes('endRental') && !fitting.includes('holdBack');
}

/** The time at which a new case of this kind becomes overdue. `deadline` is the deadline of a bank. */
export function dueOf(kind: SupportCaseKind, openedAt: Date, deadline: Date | null = null): Date {
  const due = new Date(openedAt.getTime() + boundMs[caseKinds[kind].about]);
  if (!deadline) return due;
  return new Date(deadline.getTime() - beforeDeadlineMs);
}
