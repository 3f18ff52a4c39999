import type { Selectable } from 'kysely';
import type { Money } from '../../../contract/money.ts';
import type { OrderPayment, PaidWith, PaymentStep } from '../../../contract/payment.ts';
import type { Db, Trx } from '../../db/database.ts';
import { hasAnyId } from '../../db/hasAnyId.ts';
import type { Database, StoredPurpose } from '../../db/schema.ts';
import { methodNames, paymentSteps } from '../payments/paymentQueries.ts';

export type PaymentRow = Pick<
  Selectable<Database['payments']>,
  | 'id'
  | 'rental_id'
  | 'payment_method_id'
  | 'source'
  | 'from_bonus'
  | 'purpose'
  | 'attempt'
  | 'state'
  | 'currency'
  | 'amount'
  | 'captured'
  | 'refunded'
  | 'action_url'
  | 'changed_at'
>;

type StepRow = Pick<Selectable<Database['payment_steps']>, 'payment_id' | 'step' | 'amount'> & {
  at: Date | string;
  failed_at: Date | string | null;
};
export type MethodRow = PaidWith & { id: string };

/**
 * The names of payment methods for receipts, by id. The result includes removed methods, because receipts show them,
 * too.
 */
export async function findMethods(
  db: Db | Trx,
  ids: readonly (string | null)[],
): Promise<Map<string, MethodRow>> {
  const wanted = new Set(ids.filter((id) => id !== null));
  if (wanted.size === 0) return new Map();
  const rows = await methodNames(db)
    .where('id', 'in', [...wanted])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The steps of each of the payments, the oldest first. */
export async function findSteps(
  db: Db | Trx,
  payments: readonly Pick<PaymentRow, 'id' | 'currency'>[],
): Promise<Map<string, PaymentStep[]>> {
  if (payments.length === 0) return new Map();
  const rows = await paymentSteps(db)
    .where(
      hasAnyId(
        'payment_id',
        payments.map(({ id }) => id),
      ),
    )
    .orderBy('id')
    .execute();
  return stepsByPayment(payments, rows);
}

/** The steps of each of the payments, in the order of the rows. */
export function stepsByPayment(
  payments: readonly Pick<PaymentRow, 'id' | 'currency'>[],
  rows: readonly StepRow[],
): Map<string, PaymentStep[]> {
  const steps = new Map<string, PaymentStep[]>(payments.map(({ id }) => [id, []]));
  const currencies = new Map(payments.map(({ id, currency }) => [id, currency]));
  for (const { payment_id, step, amount, at, failed_at } of rows) {
    const currency = currencies.get(payment_id) ?? '';
    steps.get(payment_id)?.push({
      step,
      amount: { amount, currency },
      at: new Date(at).toISOString(),
      ...(failed_at !== null && { failedAt: new Date(failed_at).toISOString() }),
    });
  }
  return steps;
}

export function presentPayment(
  payment: PaymentRow,
  methods: ReadonlyMap<string, MethodRow>,
  steps: ReadonlyMap<string, PaymentStep[]>,
): OrderPayment {
  const money = (amount: number): Money => ({ amount, currency: payment.currency });
  return {
    id: payment.id,
    ...presentPurpose(payment.purpose),
    state: payment.state,
    authorized: money(payment.amount),
    captured: money(payment.captured),
    refunded: money(payment.refunded),
    at: payment.changed_at.toISOString(),
    method: payment.source === 'goCash' ? goCash : paidWith(payment, methods),
    fromBonus: money(takenFromBonus(payment)),
    steps: steps.get(payment.id) ?? [],
  };
}

/**
 * Presents the hold of a rental with the purpose `deposit`, because installed apps do not accept the purpose `rental`.
 */
function presentPurpose(
  purpose: StoredPurpose,
): Pick<OrderPayment, 'purpose' | 'includesUnlockFee'> {
  return purpose === 'rental' ? { purpose: 'deposit', includesUnlockFee: true } : { purpose };
}

const goCash: PaidWith = { kind: 'goCash', brand: '', last4: '', label: null };

function paidWith(
  { id, payment_method_id }: PaymentRow,
  methods: ReadonlyMap<string, MethodRow>,
): PaidWith {
  const method = payment_method_id === null ? undefined : methods.get(payment_method_id);
  if (!method) throw new Error(`the method of payment ${id} is gone`);
  const { kind, brand, last4, label } = method;
  return { kind, brand, last4, label };
}

/**
 * The part of the captured amount that comes from the bonus. A payment spends the top-up portion before the bonus, so a
 * capture below the held amount spends less of the bonus.
 */
function takenFromBonus({ amount, captured, from_bonus }: PaymentRow): number {
  return Math.max(0, captured - (amount - from_bonus));
}
