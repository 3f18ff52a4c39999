/** A broken guarantee. `invariant` is the number of the guarantee in `invariants`. */
export interface Violation {
  readonly invariant: number;
  readonly what: string;
}

interface Invariant {
  readonly text: string;
  /** The tests that check this guarantee, if the run cannot check it. */
  readonly elsewhere?: string;
}

/** What the service guarantees. The first guarantee has the number 1. */
const invariants: readonly Invariant[] = [
  { text: 'one key gives at most one rental, and a changed body is refused' },
  { text: 'a rider and a charger have at most one open rental' },
  { text: 'a rental ejects at most one charger, and none after its expiry' },
  { text: 'money is taken only if a charger came out' },
  { text: 'a report after our own time-out still counts' },
  { text: 'each capture and each refund happens once' },
  { text: 'the ledger balances, and nobody can change its entries' },
  { text: 'a wallet is never below zero' },
  { text: 'a return closes only its own rental, at the time of the return' },
  { text: 'nothing that was answered with 2xx is lost' },
  { text: 'no order and no job is stuck' },
  { text: 'webhooks that are repeated, late or forged do no harm' },
  { text: 'a code counts once, and for five tries' },
  { text: 'a session is hashed in the database, and ends within a second' },
  { text: 'a deployment does not break an open tab', elsewhere: 'e2e/faults/appUpdate.spec.ts' },
  { text: 'no card number and no phone number is in a log' },
  { text: 'a deleted account leaves no personal data, and the ledger still balances' },
  { text: 'no lost connection ends a process' },
  { text: 'a bill follows the tariff and the true times' },
  { text: 'an answer of the provider blocks a payment for minutes at most' },
  { text: 'each support case has a time limit', elsewhere: 'server/modules/support' },
  { text: 'a case is closed once, and its outcome happens once' },
];

export const violationOf =
  (invariant: number) =>
  (what: string): Violation => ({ invariant, what });

/**
 * Returns one row for each guarantee, with the number of its violations, or with `not here` if the
 * run cannot check it.
 */
export function tableOf(violations: readonly Violation[]): string {
  return invariants
    .map(({ text, elsewhere }, index) => {
      const number = index + 1;
      const count = violations.filter(({ invariant }) => invariant === number).length;
      const result = elsewhere === undefined ? String(count) : 'not here';
      const where = elsewhere === undefined ? '' : ` (${elsewhere})`;
      return `${String(number).padStart(2)}  ${result.padStart(8)}  ${text}${where}`;
    })
    .join('\n');
}
