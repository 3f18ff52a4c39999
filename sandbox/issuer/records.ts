import { newId, type Authorization, type StoredCard } from './book.ts';
import { answerOf, type Reason } from './holds.ts';
import type { PaymentRecord } from './wire.ts';

/**
 * Creates the issuer's record of a call that authorizes, charges, captures, voids or refunds an
 * amount, even if the issuer declined the call.
 */
export function makeRecord(
  kind: PaymentRecord['kind'],
  asked: { key: string; amount: number; currency: string; description: string },
  known: { card?: StoredCard | undefined; hold?: Authorization; reason?: Reason },
  at: Date,
): PaymentRecord {
  const { card, hold, reason } = known;
  const isNew = kind === 'authorization' || kind === 'charge';
  const outcome = hold && isNew ? answerOf(hold).outcome : 'done';
  return {
    id: newId('rec'),
    kind,
    key: asked.key,
    authorization: hold?.id ?? null,
    amount: asked.amount,
    currency: asked.currency,
    card: card?.card ?? '',
    method: card?.kind ?? 'card',
    last4: card?.last4 ?? '',
    label: card?.label ?? null,
    outcome: reason ? 'declined' : outcome,
    reason: reason ?? null,
    description: asked.description,
    at: at.toISOString(),
  };
}

/**
 * Returns the outcome of a record. If the record waited for the cardholder, the outcome follows
 * from the hold's current state.
 */
export function currentOutcome(
  record: PaymentRecord,
  authorizations: ReadonlyMap<string, Authorization>,
): PaymentRecord['outcome'] {
  if (record.outcome !== 'actionRequired' || !record.authorization) return record.outcome;
  const hold = authorizations.get(record.authorization);
  if (!hold || hold.state === 'actionRequired') return record.outcome;
  if (hold.state === 'refused' || hold.state === 'voided') return 'declined';
  return hold.captureAtOnce ? 'captured' : 'authorized';
}
