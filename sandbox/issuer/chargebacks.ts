import type { z } from 'zod';
import type { Clock } from '../../server/time/clock.ts';
import { newId, type Book } from './book.ts';
import { declined } from './holds.ts';
import type { ChargebackState, EvidenceRequest, IssuerEvent, MoveAnswer } from './wire.ts';

/** The merchant's fee for a chargeback, in minor units. */
const fee = 1500;
const evidenceMs = 7 * 24 * 3_600_000;

/** The chargebacks and fraud warnings of the card issuer. */
export class Chargebacks {
  readonly #book: Book;
  readonly #clock: Clock;
  readonly #send: (event: IssuerEvent) => void;

  constructor(book: Book, clock: Clock, send: (event: IssuerEvent) => void) {
    this.#book = book;
    this.#clock = clock;
    this.#send = send;
  }

  /**
   * Opens a chargeback. Returns null if nothing was charged, or if the charge already has an open
   * chargeback.
   */
  open(authorization: string, reason: string): ChargebackState | null {
    const hold = this.#book.authorizations.get(authorization);
    if (!hold || hold.captured === 0 || this.#openOf(authorization)) return null;
    const { captured: amount, currency } = hold;
    const opened: ChargebackState = {
      chargeback: newId('cb'),
      authorization,
      amount,
      currency,
      reason,
      stage: 'needsEvidence',
      dueBy: new Date(this.#clock.now().getTime() + evidenceMs).toISOString(),
      movements: [{ id: newId('mv'), kind: 'withdrawn', amount, fee: { amount: fee, currency } }],
      evidence: null,
    };
    return this.#enter(opened);
  }

  /**
   * Closes a chargeback with the bank's decision. Returns null if the charge has no open
   * chargeback.
   */
  close(authorization: string, stage: 'won' | 'lost'): ChargebackState | null {
    const opened = this.#openOf(authorization);
    if (!opened) return null;
    const { amount, currency } = opened;
    const returned = { id: newId('mv'), kind: 'reinstated' as const, amount };
    const movements =
      stage === 'won'
        ? [...opened.movements, { ...returned, fee: { amount: 0, currency } }]
        : opened.movements;
    return this.#enter({ ...opened, stage, movements });
  }

  /** Creates a fraud warning. Returns false if nothing was charged. */
  warn(authorization: string): boolean {
    const hold = this.#book.authorizations.get(authorization);
    if (!hold || hold.captured === 0) return false;
    const warning = newId('fw');
    this.#book.enter({ entry: 'fraudWarning', value: { warning, authorization } });
    this.#send({ type: 'fraudWarning', warning });
    return true;
  }

  read({ chargeback }: { chargeback: string }): object {
    const found = this.#book.chargebacks.get(chargeback);
    return found ? { outcome: 'found', ...found } : { outcome: 'missing' };
  }

  readWarning({ warning }: { warning: string }): object {
    const found = this.#book.fraudWarnings.get(warning);
    const hold = found && this.#book.authorizations.get(found.authorization);
    if (!hold) return { outcome: 'missing' };
    const isActionable =
      hold.captured > hold.refunded &&
      ![...this.#book.chargebacks.values()].some(({ authorization }) => authorization === hold.id);
    return { outcome: 'found', authorization: hold.id, isActionable };
  }

  submit({ chargeback, evidence }: z.infer<typeof EvidenceRequest>): MoveAnswer {
    const found = this.#book.chargebacks.get(chargeback);
    if (found?.stage === 'evidenceSent') return { outcome: 'done' };
    if (found?.stage !== 'needsEvidence' || new Date(found.dueBy) < this.#clock.now()) {
      return declined('declined');
    }
    const { receipt } = evidence;
    if (receipt !== undefined && !this.#book.receipts.has(receipt)) return declined('declined');
    this.#enter({ ...found, stage: 'evidenceSent', evidence });
    return { outcome: 'done' };
  }

  #openOf(authorization: string): ChargebackState | undefined {
    return [...this.#book.chargebacks.values()].find(
      (one) => one.authorization === authorization && one.stage !== 'won' && one.stage !== 'lost',
    );
  }

  #enter(value: ChargebackState): ChargebackState {
    this.#book.enter({ entry: 'chargeback', value });
    this.#send({ type: 'chargeback', chargeback: value.chargeback });
    return value;
  }
}
