import type {
  CardForm,
  PaymentMethod,
  PaymentMethodKind,
  SheetKind,
} from '../../../contract/payment.ts';
import { methodToPayWith } from './paymentSlice.ts';
import type { PaymentChoice } from './paymentSlice.ts';

/** A payment method that the rider can select. */
export type PayOption =
  | { by: 'method'; method: PaymentMethod }
  /** The method is not saved yet, so its payment sheet opens first. */
  | { by: 'sheet'; kind: SheetKind }
  /** GoCash pays. The method holds the deposit and pays what GoCash does not cover. */
  | { by: 'goCash'; method: PaymentMethod };

const ranks: Record<PaymentMethodKind, number> = {
  applePay: 0,
  googlePay: 0,
  card: 1,
  payPal: 2,
  goCash: 3,
};

/** Sorts methods: wallets of the device first, then cards, then accounts of other providers. */
export function inOrder<T extends { kind: PaymentMethodKind }>(ways: readonly T[]): T[] {
  return ways.toSorted((a, b) => ranks[a.kind] - ranks[b.kind]);
}

/**
 * The payment sheets without a saved method. With a saved method, the rider does not need the sheet
 * again.
 */
export function newSheets(
  form: CardForm | undefined,
  methods: readonly PaymentMethod[],
): SheetKind[] {
  const offered = form?.sheets.map(({ kind }) => kind) ?? [];
  return offered.filter((kind) => methods.every((method) => method.kind !== kind));
}

/**
 * The wallet that this device most probably has. The app can only be sure after the payment provider's script
 * has loaded.
 */
export function deviceWallet(sheets: readonly SheetKind[]): SheetKind | null {
  const kind = 'ApplePaySession' in globalThis ? 'applePay' : isAndroid() ? 'googlePay' : null;
  return sheets.find((sheet) => sheet === kind) ?? null;
}

function isAndroid(): boolean {
  return globalThis.navigator?.userAgent.includes('Android') ?? false;
}

/**
 * Returns the rider's choice if it is available. If not, returns the default method or, for riders without a method,
 * the wallet of the device. Returns null if there is neither a method nor such a wallet.
 */
export function wayOf(
  picked: { way: PaymentChoice; chosenMethod: string | null },
  methods: readonly PaymentMethod[],
  sheets: readonly SheetKind[],
  /** Whether the rider can pay with GoCash. */
  hasGoCash: boolean,
): PayOption | null {
  const method = methodToPayWith(methods, picked.chosenMethod);
  const sheet = sheets.find((kind) => kind === picked.way);
  if (sheet !== undefined) return { by: 'sheet', kind: sheet };
  if (method === null) {
    const wallet = deviceWallet(sheets);
    return wallet === null ? null : { by: 'sheet', kind: wallet };
  }
  return { by: picked.way === 'goCash' && hasGoCash ? 'goCash' : 'method', method };
}
