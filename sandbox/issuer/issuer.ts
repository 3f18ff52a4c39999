import { EventEmitter } from 'node:events';
import type { z } from 'zod';
import type { SheetKind } from '../../contract/payment.ts';
import type { Clock } from '../../server/time/clock.ts';
import { balanceOf, balanceTransactions } from './balance.ts';
import {
  hashParams,
  isExpired,
  newId,
  storeAccount,
  storeCard,
  type Authorization,
  type Book,
  type StoredCard,
} from './book.ts';
import { Chargebacks } from './chargebacks.ts';
import { answerOf, declined, sameOrder, type Reason } from './holds.ts';
import { makeRecord, currentOutcome } from './records.ts';
import { sheetAccounts } from './sheetAccounts.ts';
import { testCard } from './testCards.ts';
import {
  AttachAnswer,
  AuthorizeAnswer,
  mostReceiptBytes,
  MoveAnswer,
  ReceiptAnswer,
  type AttachRequest,
  type AuthorizeRequest,
  type CaptureRequest,
  type DeleteCustomerRequest,
  type DetachRequest,
  type EditRequest,
  type IssuerEvent,
  type PaymentRecord,
  type BalanceAnswer,
  type ReceiptRequest,
  type RefundRequest,
  type StoredReceipt,
  type TransactionsAnswer,
  type TransactionsRequest,
  type VoidRequest,
} from './wire.ts';

const transactionsPerPage = 100;

/** Thrown if the idempotency key was used before with other parameters. */
export class KeyReusedError extends Error {
  override readonly name = 'KeyReusedError';
}

export interface Token {
  token: string;
  brand: string;
  last4: string;
}

export interface TypedCard {
  /** The card number, with digits only. */
  number: string;
  name: string;
  expiryMonth: number;
  /** The year with four digits. */
  expiryYear: number;
}

/**
 * The simulated card issuer. Requests with the same idempotency key have an effect only once. A repeated request gets
 * the first answer, or the current state of the hold.
 */
export class Issuer extends EventEmitter<{ happened: [IssuerEvent] }> {
  readonly #book: Book;
  readonly #clock: Clock;
  readonly #secret: string;
  readonly chargebacks: Chargebacks;

  constructor(book: Book, clock: Clock, secret: string) {
    super();
    this.chargebacks = new Chargebacks(book, clock, (event) => this.emit('happened', event));
    this.#book = book;
    this.#clock = clock;
    this.#secret = secret;
  }

  /** Returns all records, newest first. */
  records(): PaymentRecord[] {
    const { records, authorizations } = this.#book;
    return records
      .map((record) => ({ ...record, outcome: currentOutcome(record, authorizations) }))
      .reverse();
  }

  authorization(id: string): { hold: Authorization; card: StoredCard } | null {
    const hold = this.#book.authorizations.get(id);
    const card = hold && this.#book.cards.get(hold.card);
    return hold && card ? { hold, card } : null;
  }

  /**
   * Returns the state of a hold for the merchant. The state contains no refunds, because only the
   * merchant makes refunds.
   */
  report({ authorization }: { authorization: string }): object {
    const hold = this.#book.authorizations.get(authorization);
    if (!hold) return { outcome: 'missing' };
    return {
      outcome: 'found',
      state: reported[hold.state],
      captured: hold.captured,
      refunds: [],
    };
  }

  /**
   * Turns a typed card into a token. Returns null if the number is not a published test number, or if the card has
   * expired.
   */
  tokenize(typed: TypedCard): Token | null {
    const known = testCard(typed.number);
    if (!known || isExpired(typed, this.#clock)) return null;
    return this.#issueToken(storeCard(typed, known, this.#secret));
  }

  /**
   * Turns an account of a payment sheet into a token. Returns null if the sheet has no such
   * account.
   */
  tokenizeSheet(kind: SheetKind, behaviour: string): Token | null {
    const known = sheetAccounts(kind).find((account) => account.behaviour === behaviour);
    if (!known) return null;
    const keys = { secret: this.#secret, clock: this.#clock };
    return this.#issueToken(storeAccount(kind, known, keys));
  }

  #issueToken(card: StoredCard): Token {
    this.#book.enter({ entry: 'card', value: card });
    return { token: card.token, brand: card.brand, last4: card.last4 };
  }

  attach(request: z.infer<typeof AttachRequest>): AttachAnswer {
    return this.#once('attach', AttachAnswer, request, (): Result<AttachAnswer> => {
      const card = this.#book.cardOfToken(request.token);
      if (!card || card.customer !== null) return { answer: declined('invalidCard') };
      const { customer: _customer, token: _token, behaviour: _behaviour, ...shown } = card;
      return {
        answer: { outcome: 'attached', ...shown },
        card: { ...card, customer: request.customer },
      };
    });
  }

  /** Changes the expiry date or billing address of a card. */
  edit(request: z.infer<typeof EditRequest>): MoveAnswer {
    return this.#once('edit', MoveAnswer, request, (): Result<MoveAnswer> => {
      const card = this.#book.cards.get(request.card);
      if (!card) return { answer: declined('invalidCard') };
      const changed = {
        expiryMonth: request.expiryMonth ?? card.expiryMonth,
        expiryYear: request.expiryYear ?? card.expiryYear,
        country: request.country ?? card.country,
        postalCode: request.postalCode ?? card.postalCode,
      };
      return { answer: { outcome: 'done' }, card: { ...card, ...changed } };
    });
  }

  /**
   * Detaches the card from its customer. The card cannot be attached again. Existing holds stay.
   */
  detach(request: z.infer<typeof DetachRequest>): MoveAnswer {
    return this.#once('detach', MoveAnswer, request, (): Result<MoveAnswer> => {
      const card = this.#book.cards.get(request.card);
      const answer = { outcome: 'done' as const };
      return card ? { answer, card: withoutOwner(card) } : { answer };
    });
  }

  /** Detaches all cards of a customer. Existing holds stay. */
  deleteCustomer(request: z.infer<typeof DeleteCustomerRequest>): MoveAnswer {
    return this.#once('deleteCustomer', MoveAnswer, request, (): Result<MoveAnswer> => {
      for (const card of this.#book.cards.values()) {
        if (card.customer !== request.customer) continue;
        this.#book.enter({ entry: 'card', value: withoutOwner(card) });
      }
      return { answer: { outcome: 'done' } };
    });
  }

  authorize(request: z.infer<typeof AuthorizeRequest>): AuthorizeAnswer {
    const kind = request.capture ? 'charge' : 'authorization';
    const answer = this.#once(kind, AuthorizeAnswer, request, (): Result<AuthorizeAnswer> => {
      const card = this.#book.cards.get(request.card);
      const reason = this.#refusal(card, request);
      if (!card || reason) {
        return {
          answer: declined(reason ?? 'invalidCard'),
          record: this.#record(kind, request, { card, reason: reason ?? 'invalidCard' }),
        };
      }
      const needsConfirmation =
        card.behaviour === 'authentication' && !this.#wasApproved(card, request);
      const hold: Authorization = {
        id: newId('auth'),
        card: card.card,
        customer: request.customer,
        amount: request.amount,
        currency: request.currency,
        description: request.description,
        key: request.key,
        captureAtOnce: request.capture,
        state: needsConfirmation ? 'actionRequired' : request.capture ? 'captured' : 'authorized',
        captured: !needsConfirmation && request.capture ? request.amount : 0,
        refunded: 0,
        confirmedAt: null,
      };
      const record = this.#record(kind, request, { card, hold });
      const event = needsConfirmation ? null : request.capture ? 'captured' : 'authorized';
      return { answer: answerOf(hold), hold, record, event };
    });
    // Answer with the current state of the hold, which may have changed since the first answer, for example by a
    // confirmation.
    if (answer.outcome === 'declined') return answer;
    const hold = this.#book.authorizations.get(answer.authorization);
    return hold ? answerOf(hold) : answer;
  }

  capture(request: z.infer<typeof CaptureRequest>): MoveAnswer {
    return this.#move('capture', request, (hold, card) => {
      if (hold.state !== 'authorized' || request.amount > hold.amount) return 'declined';
      if (card.behaviour === 'failsWhenCharged') return 'declined';
      return { ...hold, state: 'captured', captured: request.amount };
    });
  }

  void(request: z.infer<typeof VoidRequest>): MoveAnswer {
    return this.#move('void', request, (hold) => {
      if (hold.state === 'captured') return 'declined';
      return { ...hold, state: 'voided' };
    });
  }

  refund(request: z.infer<typeof RefundRequest>): MoveAnswer {
    return this.#move('refund', request, (hold) => {
      const left = hold.captured - hold.refunded;
      if (hold.state !== 'captured' || request.amount > left) return 'declined';
      return { ...hold, refunded: hold.refunded + request.amount };
    });
  }

  /** Stores a PDF for the evidence against a chargeback. */
  uploadReceipt(request: z.infer<typeof ReceiptRequest>): ReceiptAnswer {
    return this.#once('receipt', ReceiptAnswer, request, (): Result<ReceiptAnswer> => {
      const pdf = Buffer.from(request.pdf, 'base64');
      const isPdf = pdf.subarray(0, 5).toString('latin1') === '%PDF-';
      if (!isPdf || pdf.length > mostReceiptBytes) return { answer: { outcome: 'refused' } };
      const receipt = { file: newId('file'), name: request.name, bytes: pdf.length };
      return { answer: { outcome: 'uploaded', file: receipt.file }, receipt };
    });
  }

  /**
   * Stores the cardholder's decision about the hold with this id, and about all other waiting holds
   * of the same order. Returns false if the hold with this id does not wait for a decision.
   */
  decide(id: string, approved: boolean): boolean {
    const asked = this.#book.authorizations.get(id);
    if (!asked || asked.state !== 'actionRequired') return false;
    for (const hold of this.#book.authorizations.values()) {
      if (hold.state !== 'actionRequired' || !sameOrder(hold, asked)) continue;
      const state = approved ? (hold.captureAtOnce ? 'captured' : 'authorized') : 'refused';
      const captured = state === 'captured' ? hold.amount : 0;
      const confirmedAt = approved ? this.#clock.now().toISOString() : null;
      const value: Authorization = { ...hold, state, captured, confirmedAt };
      this.#book.enter({ entry: 'authorization', value });
      this.#emit('decided', hold);
    }
    return true;
  }

  /**
   * Replaces a card by a new card with the same number and another expiry date, as a bank does. Returns false if the
   * card is unknown.
   */
  renew(card: string, expiry: { expiryMonth: number; expiryYear: number }): boolean {
    const known = this.#book.cards.get(card);
    if (!known) return false;
    this.#book.enter({ entry: 'card', value: { ...known, ...expiry } });
    this.emit('happened', { type: 'cardRenewed', card, ...expiry });
    return true;
  }

  /** Returns a page of the changes of the merchant's balance, oldest first. */
  transactions({ since, payout, after }: z.infer<typeof TransactionsRequest>): TransactionsAnswer {
    const selected = this.#balanceTransactions().filter((one) =>
      payout === undefined
        ? one.createdAt >= new Date(since ?? 0)
        : one.paidBy === payout && one.payout === null,
    );
    const from = after === null ? 0 : selected.findIndex(({ id }) => id === after) + 1;
    const page = selected.slice(from, from + transactionsPerPage);
    return {
      transactions: page.map(({ paidBy: _paidBy, createdAt, availableAt, ...shown }) => ({
        ...shown,
        createdAt: createdAt.toISOString(),
        availableAt: availableAt.toISOString(),
      })),
      next: from + page.length < selected.length ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** Returns the merchant's balance for each currency. */
  balance(): BalanceAnswer {
    return { amounts: balanceOf(this.#balanceTransactions()) };
  }

  #balanceTransactions() {
    const records = this.records().reverse();
    return balanceTransactions(records, this.#book.authorizations, this.#clock.now());
  }

  /** Returns all cards and accounts in their current state, newest first. */
  cards(): StoredCard[] {
    return [...this.#book.cards.values()].reverse();
  }

  #emit(type: EventType, { id, key, amount }: Authorization): void {
    this.emit('happened', { type, authorization: id, key, amount });
  }

  #refusal(card: StoredCard | undefined, request: z.infer<typeof AuthorizeRequest>): Reason | null {
    if (!card || card.customer !== request.customer) return 'invalidCard';
    if (isExpired(card, this.#clock)) return 'expired';
    switch (card.behaviour) {
      case 'declined':
        return 'declined';
      case 'insufficientFunds':
        return 'insufficientFunds';
      case 'failsWhenCharged':
        return request.capture ? 'declined' : null;
      case 'authentication':
        return request.onSession || this.#wasApproved(card, request)
          ? null
          : 'authenticationFailed';
      case 'pays':
        return null;
    }
  }

  /**
   * Returns whether the cardholder confirmed another hold of the same order. One confirmation is enough for all holds
   * of an order.
   */
  #wasApproved(card: StoredCard, request: { customer: string; description: string }): boolean {
    const asked = { card: card.card, ...request };
    return [...this.#book.authorizations.values()].some(
      (hold) => ['authorized', 'captured'].includes(hold.state) && sameOrder(hold, asked),
    );
  }

  #move(
    kind: 'capture' | 'void' | 'refund',
    request: { key: string; authorization: string; amount?: number; currency?: string },
    change: (hold: Authorization, card: StoredCard) => Authorization | Reason,
  ): MoveAnswer {
    return this.#once(kind, MoveAnswer, request, (): Result<MoveAnswer> => {
      const known = this.authorization(request.authorization);
      if (!known || (request.currency && request.currency !== known.hold.currency)) {
        return { answer: declined('invalidCard') };
      }
      const { hold, card } = known;
      const asked = {
        key: request.key,
        amount: request.amount ?? hold.amount,
        currency: hold.currency,
        description: hold.description,
      };
      const changed = change(hold, card);
      if (typeof changed === 'string') {
        const record = this.#record(kind, asked, { card, hold, reason: changed });
        return { answer: declined(changed), record };
      }
      const record = this.#record(kind, asked, { card, hold });
      return { answer: { outcome: 'done' }, hold: changed, record, event: eventOfMove[kind] };
    });
  }

  /**
   * Performs the first request with a key, and stores the effect, the answer and the record in one
   * write. Only `deleteCustomer` writes its effect before the answer. Returns the stored answer to
   * a repeated request.
   */
  #once<Answer extends object>(
    kind: string,
    schema: z.ZodType<Answer>,
    { key, ...params }: { key: string } & Record<string, unknown>,
    perform: () => Result<Answer>,
  ): Answer {
    const paramsHash = hashParams(kind, params);
    const before = this.#book.answers.get(key);
    if (before) {
      if (before.paramsHash !== paramsHash) throw new KeyReusedError(key);
      return schema.parse(before.answer);
    }
    const { answer, hold, card, record, receipt, event } = perform();
    this.#book.enter({
      entry: 'answer',
      key,
      paramsHash,
      answer,
      authorization: hold?.id ?? null,
      ...(card && { card }),
      ...(hold && { hold }),
      ...(record && { record }),
      ...(receipt && { receipt }),
    });
    if (hold && event) this.#emit(event, hold);
    return answer;
  }

  #record(
    kind: PaymentRecord['kind'],
    asked: Parameters<typeof makeRecord>[1],
    known: Parameters<typeof makeRecord>[2],
  ): PaymentRecord {
    return makeRecord(kind, asked, known, this.#clock.now());
  }
}

function withoutOwner(card: StoredCard): StoredCard {
  return {
    ...card,
    customer: newId('nobody'),
    nameOnCard: '',
    label: null,
    country: null,
    postalCode: null,
  };
}

const reported = {
  actionRequired: 'open',
  authorized: 'held',
  captured: 'captured',
  voided: 'canceled',
  refused: 'canceled',
} as const;

interface Result<Answer> {
  answer: Answer;
  hold?: Authorization;
  card?: StoredCard;
  record?: PaymentRecord;
  receipt?: StoredReceipt;
  /** The event that the issuer sends about the hold. Null or absent if the issuer sends no event. */
  event?: EventType | null;
}

type EventType = Exclude<IssuerEvent['type'], 'cardRenewed' | 'chargeback' | 'fraudWarning'>;
const eventOfMove = { capture: 'captured', void: 'voided', refund: 'refunded' } as const;
