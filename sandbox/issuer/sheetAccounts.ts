import type { SheetKind } from '../../contract/payment.ts';
import type { CardBehaviour } from './testCards.ts';

/** An account that the rider can choose on a simulated payment sheet. */
export interface SheetAccount {
  brand: string;
  /** The last four digits of the card. It is empty for an account without a card. */
  last4: string;
  /** A masked e-mail address. It is null for cards. */
  label: string | null;
  behaviour: CardBehaviour;
}

const deviceCards: SheetAccount[] = [
  { brand: 'visa', last4: '4242', label: null, behaviour: 'pays' },
  { brand: 'mastercard', last4: '3222', label: null, behaviour: 'authentication' },
  { brand: 'visa', last4: '0002', label: null, behaviour: 'declined' },
  { brand: 'visa', last4: '9995', label: null, behaviour: 'insufficientFunds' },
  { brand: 'visa', last4: '0341', label: null, behaviour: 'failsWhenCharged' },
];

const payPal = { brand: 'paypal', last4: '' };
const accounts: Record<SheetKind, SheetAccount[]> = {
  applePay: deviceCards,
  googlePay: deviceCards,
  payPal: [
    { ...payPal, label: 'p•••@example.com', behaviour: 'pays' },
    { ...payPal, label: 'c•••@example.com', behaviour: 'authentication' },
    { ...payPal, label: 'd•••@example.com', behaviour: 'declined' },
    { ...payPal, label: 'n•••@example.com', behaviour: 'insufficientFunds' },
    { ...payPal, label: 'f•••@example.com', behaviour: 'failsWhenCharged' },
  ],
};

export function sheetAccounts(kind: SheetKind): readonly SheetAccount[] {
  return accounts[kind];
}
