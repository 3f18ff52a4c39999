import type {
  CardForm,
  PaymentMethod,
  PaymentMethodKind,
  SheetKind,
} from '../../../contract/payment.ts';
import { methodToPayWith } from './paymentSlice.ts';
import type { PickedWay } from './paymentSlice.ts';

/** A way to pay that is chosen. */
export type Way =
  | { by: 'method'; method: PaymentMethod }
  /** Not saved yet: its sheet is opened first. */
  | { by: 'sheet'; kind: SheetKind }
  /** The method stands behind it: it holds the deposit and pays what GoCash does not cover. */
  | { by: 'goCash'; method: PaymentMethod };

const ranks: Record<PaymentMethodKind, number> = {
  applePay: 0,
  googlePay: 0,
  card: 1,
  payPal: 2,
  goCash: 3,
};

/** The wallets of the device first, then cards, then accounts elsewhere. */
export function inOrder<T extends { kind: PaymentMethodKind }>(ways: readonly T[]): T[] {
  return ways.toSorted((a, b) => ranks[a.kind] - ranks[b.kind]);
}

/** The sheets for which nothing is saved yet: what is saved does not ask again. */
export function newSheets(
  form: CardForm | undefined,
  methods: readonly PaymentMethod[],
): SheetKind[] {
  const offered = form?.sheets.map(({ kind }) => kind) ?? [];
  return offered.filter((kind) => methods.every((method) => method.kind !== kind));
}

/** What was picked, as far as it is to be had; else the saved method that is paid with usually. */
export function wayOf(
  picked: { way: PickedWay; chosenMethod: string | null },
  methods: readonly PaymentMethod[],
  sheets: readonly SheetKind[],
  /** Whether GoCash can be chosen. */
  hasGoCash: boolean,
): Way | null {
  const method = methodToPayWith(methods, picked.chosenMethod);
  const sheet = sheets.find((kind) => kind === picked.way);
  if (sheet !== undefined) return { by: 'sheet', kind: sheet };
  if (method === null) return null;
  return { by: picked.way === 'goCash' && hasGoCash ? 'goCash' : 'method', method };
}
