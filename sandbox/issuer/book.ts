import { createHash, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SheetKind } from '../../contract/payment.ts';
import type { Clock } from '../../server/time/clock.ts';
import type { Journal } from './journal.ts';
import type { SheetAccount } from './sheetAccounts.ts';
import { cardBehaviours, type TestCard } from './testCards.ts';
import {
  ChargebackState,
  FraudWarningState,
  MethodKind,
  PaymentRecord,
  StoredReceipt,
} from './wire.ts';

/** A card without its number, or an account on a payment sheet. */
export const StoredCard = z.object({
  card: z.string(),
  kind: MethodKind.default('card'),
  /** The token from the card form or the payment sheet. It can be used once. */
  token: z.string(),
  /**
   * The customer who redeemed the token. It is null until the token is redeemed, and a random id
   * after the card was detached.
   */
  customer: z.string().nullable(),
  fingerprint: z.string(),
  brand: z.string(),
  last4: z.string(),
  /** The label that identifies an account on a payment sheet. It is null for cards. */
  label: z.string().nullable().default(null),
  expiryMonth: z.int().nullable(),
  expiryYear: z.int().nullable(),
  nameOnCard: z.string(),
  /** The billing address from the payment sheet, or the address that the merchant has set. */
  country: z.string().nullable().default(null),
  postalCode: z.string().nullable().default(null),
  behaviour: z.enum(cardBehaviours),
});
export type StoredCard = z.infer<typeof StoredCard>;

export const Authorization = z.object({
  id: z.string(),
  card: z.string(),
  customer: z.string(),
  amount: z.int(),
  currency: z.string(),
  description: z.string(),
  /** The idempotency key of the request. */
  key: z.string().default(''),
  captureAtOnce: z.boolean(),
  state: z.enum(['actionRequired', 'authorized', 'captured', 'voided', 'refused']),
  captured: z.int(),
  refunded: z.int(),
  /** The time at which the cardholder confirmed the hold. It is null without a confirmation. */
  confirmedAt: z.iso.datetime().nullable().default(null),
});
export type Authorization = z.infer<typeof Authorization>;

/**
 * One line of the journal, which describes one change. Of all lines with the same id, the last line has the current
 * state.
 */
export const BookEntry = z.discriminatedUnion('entry', [
  z.object({ entry: z.literal('card'), value: StoredCard }),
  z.object({ entry: z.literal('authorization'), value: Authorization }),
  z.object({ entry: z.literal('chargeback'), value: ChargebackState }),
  z.object({ entry: z.literal('fraudWarning'), value: FraudWarningState }),
  z.object({
    entry: z.literal('answer'),
    key: z.string(),
    paramsHash: z.string(),
    answer: z.unknown(),
    /** The id of the hold that the request created or changed; null if there is none. */
    authorization: z.string().nullable(),
    card: StoredCard.optional(),
    hold: Authorization.optional(),
    record: PaymentRecord.optional(),
    receipt: StoredReceipt.optional(),
  }),
]);
export type BookEntry = z.infer<typeof BookEntry>;
export type AnswerEntry = Extract<BookEntry, { entry: 'answer' }>;

/** The issuer's own data: cards, holds, and the answer to each idempotency key. */
export class Book {
  readonly cards = new Map<string, StoredCard>();
  readonly authorizations = new Map<string, Authorization>();
  readonly chargebacks = new Map<string, ChargebackState>();
  readonly fraudWarnings = new Map<string, FraudWarningState>();
  readonly receipts = new Map<string, StoredReceipt>();
  readonly answers = new Map<string, AnswerEntry>();
  readonly records: PaymentRecord[] = [];
  readonly #journal: Journal<BookEntry>;

  constructor(journal: Journal<BookEntry>) {
    this.#journal = journal;
    for (const entry of journal.read()) this.#apply(entry);
  }

  /** Writes the entry to the journal first, and then changes the data in memory. */
  enter(entry: BookEntry): void {
    this.#journal.append(entry);
    this.#apply(entry);
  }

  cardOfToken(token: string): StoredCard | null {
    return [...this.cards.values()].find((card) => card.token === token) ?? null;
  }

  #apply(entry: BookEntry): void {
    switch (entry.entry) {
      case 'card':
        this.cards.set(entry.value.card, entry.value);
        return;
      case 'authorization':
        this.authorizations.set(entry.value.id, entry.value);
        return;
      case 'chargeback':
        this.chargebacks.set(entry.value.chargeback, entry.value);
        return;
      case 'fraudWarning':
        this.fraudWarnings.set(entry.value.warning, entry.value);
        return;
      case 'answer':
        this.answers.set(entry.key, entry);
        if (entry.card) this.cards.set(entry.card.card, entry.card);
        if (entry.hold) this.authorizations.set(entry.hold.id, entry.hold);
        if (entry.record) this.records.push(entry.record);
        if (entry.receipt) this.receipts.set(entry.receipt.file, entry.receipt);
    }
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('base64url')}`;
}

export function hashParams(kind: string, params: Record<string, unknown>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => a.localeCompare(b));
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest('hex');
}

/**
 * Returns the data that the issuer stores about a card: the last four digits and a keyed hash, but
 * never the whole number.
 */
export function storeCard(
  typed: { number: string; name: string; expiryMonth: number; expiryYear: number },
  { brand, behaviour }: TestCard,
  secret: string,
): StoredCard {
  return {
    ...newReference(),
    kind: 'card',
    fingerprint: createHmac('sha256', secret).update(typed.number).digest('base64url'),
    brand,
    last4: typed.number.slice(-4),
    label: null,
    expiryMonth: typed.expiryMonth,
    expiryYear: typed.expiryYear,
    nameOnCard: typed.name,
    country: null,
    postalCode: null,
    behaviour,
  };
}

/**
 * Returns the data that the issuer stores about an account on a payment sheet. The fingerprint
 * depends on the kind of sheet, so Apple Pay and Google Pay have different accounts.
 */
export function storeAccount(
  kind: SheetKind,
  { brand, last4, label, behaviour }: SheetAccount,
  { secret, clock }: { secret: string; clock: Clock },
): StoredCard {
  const isCard = kind !== 'payPal';
  const billed = { nameOnCard: 'Alex Rider', country: 'US', postalCode: '60601' };
  return {
    ...newReference(),
    kind,
    fingerprint: createHmac('sha256', secret).update(`${kind}:${behaviour}`).digest('base64url'),
    brand,
    last4,
    label,
    expiryMonth: isCard ? 12 : null,
    expiryYear: isCard ? clock.now().getUTCFullYear() + 3 : null,
    ...(isCard ? billed : { nameOnCard: '', country: null, postalCode: null }),
    behaviour,
  };
}

function newReference(): Pick<StoredCard, 'card' | 'token' | 'customer'> {
  return { card: newId('card'), token: newId('tok'), customer: null };
}

export function isExpired(
  { expiryMonth, expiryYear }: { expiryMonth: number | null; expiryYear: number | null },
  clock: Clock,
): boolean {
  if (expiryMonth === null || expiryYear === null) return false;
  const now = clock.now();
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  return expiryYear * 12 + expiryMonth < month;
}
