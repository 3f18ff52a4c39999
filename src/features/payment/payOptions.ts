import type {
  CardForm,
  PaymentMethod,
  PaymentMethodKind,
  SheetKind,
} from '../../../contract/payment.ts';
import { methodToPayWith } from './paymentSlice.ts';
import type { PaymentChoice } from './paymentSlice.ts';

/** A payment method that can be chosen. */
export type PayOption =
  | { by: 'method'; method: PaymentMethod }
  /** Not saved yet: its sheet opens first. */
  | { by: 'sheet'; kind: SheetKind }
  /** The method behind GoCash: it holds the deposit and pays what GoCash does not cover. */
  | { by: 'goCash'; method: PaymentMethod };

const ranks: Record<PaymentMethodKind, number> = {
  applePay: 0,
  googlePay: 0,
  card: 1,
  payPal: 2,
  goCash: 3,
};

/** Device wallets first, then cards, then accounts of other providers. */
export function inOrder<T extends { kind: PaymentMethodKind }>(ways: readonly T[]): T[] {
  return ways.toSorted((a, b) => ranks[a.kind] - ranks[b.kind]);
}

/** The wallet sheets without a saved method: a saved one does not need the sheet again. */
export function newSheets(
  form: CardForm | undefined,
  methods: readonly PaymentMethod[],
): SheetKind[] {
  const offered = form?.sheets.map(({ kind }) => kind) ?? [];
  return offered.filter((kind) => methods.every((method) => method.kind !== kind));
}

/** The rider's choice, if it is available; else the default saved method. */
export function wayOf(
  picked: { way: PaymentChoice; chosenMethod: string | null },
  methods: readonly PaymentMethod[],
  sheets: readonly SheetKind[],
  /** Whether GoCash can be chosen. */
  hasGoCash: boolean,
): PayOption | null {
  const method = methodToPayWith(methods, picked.chosenMethod);
  const sheet = sheets.find((kind) => kind === picked.way);
  if (sheet !== undefined) return { by: 'sheet', kind: sheet };
  if (method === null) return null;
  return { by: picked.way === 'goCash' && hasGoCash ? 'goCash' : 'method', method };
}
