import type { ReactNode, Ref } from 'react';
import type { CardForm, SheetKind } from '../../../contract/payment.ts';

/** Where a card is billed: our own fields below the provider's. */
export interface Billing {
  country: string;
  /** Empty where the country has none. */
  postalCode: string;
}

/** What the provider's fields for a card say, once they stand. */
export type CardFieldsMessage =
  | { type: 'changed'; complete: boolean }
  /** It was told to submit and found this many fields wrong, which it shows itself. */
  | { type: 'invalid'; fields: number }
  /** It was told only to check itself, and nothing is wrong. */
  | { type: 'checked' }
  /** The card's owner is asked something: that takes as long as it takes. */
  | { type: 'asksOwner' }
  /** Good for `POST /api/payment-methods`. */
  | { type: 'token'; token: string }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

export interface CardFieldsHandle {
  /**
   * Asks for a token; it is answered by a message. Without an address, because something is wrong with
   * that, the fields have to say what is wrong with themselves and need not make a token.
   */
  submit: (billing: Billing | null) => void;
  focus: () => void;
}

export interface CardFieldsProps<Form extends CardForm = CardForm> {
  form: Form;
  onMessage: (message: CardFieldsMessage) => void;
  /** They did not show up in time. */
  onSilent: () => void;
  ref: Ref<CardFieldsHandle>;
}

/** How the provider's sheet ended. */
export type SheetAnswer =
  | { type: 'token'; token: string }
  | { type: 'cancelled' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

/** What is pressed to open the provider's sheet for a way to pay, and the sheet. */
export interface SheetButtonProps<Form extends CardForm = CardForm> {
  form: Form;
  kind: SheetKind;
  /** On the button, where the provider lets us write on it. */
  children: ReactNode;
  variant: 'spark' | 'action';
  /** What the sheet brought is being worked on. */
  busy: boolean;
  disabled: boolean;
  /** The id of a text that says why it is disabled. */
  describedBy?: string | undefined;
  onAnswer: (answer: SheetAnswer) => void;
}
