import type { ReactNode, Ref } from 'react';
import type { CardForm, SheetKind } from '../../../contract/payment.ts';

/** The billing address: our own fields below the provider's. */
export interface Billing {
  country: string;
  /** Empty if the country has no postal codes. */
  postalCode: string;
}

/** Events of the provider's card fields after they have loaded. */
export type CardFieldsMessage =
  | { type: 'changed'; complete: boolean }
  /** After a submit: this many fields are invalid; the provider marks them itself. */
  | { type: 'invalid'; fields: number }
  /** After a check: all fields are valid. */
  | { type: 'checked' }
  /** The bank asks the card's owner to confirm: no time limit. */
  | { type: 'asksOwner' }
  /** Valid for `POST /api/payment-methods`. */
  | { type: 'token'; token: string }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

export interface CardFieldsHandle {
  /**
   * Requests a token; the answer is an event. Without an address, because the address is invalid,
   * the fields only show their own errors and need not create a token.
   */
  submit: (billing: Billing | null) => void;
  focus: () => void;
}

export interface CardFieldsProps<Form extends CardForm = CardForm> {
  form: Form;
  onMessage: (message: CardFieldsMessage) => void;
  /** The fields did not load in time. */
  onSilent: () => void;
  ref: Ref<CardFieldsHandle>;
}

/** The result of the provider's sheet. */
export type SheetAnswer =
  | { type: 'token'; token: string }
  | { type: 'cancelled' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

/** The button that opens the provider's sheet, and the sheet. */
export interface SheetButtonProps<Form extends CardForm = CardForm> {
  form: Form;
  kind: SheetKind;
  /** The label of the button, where the provider allows one. */
  children: ReactNode;
  variant: 'spark' | 'action';
  /** The result of the sheet is being saved. */
  busy: boolean;
  disabled: boolean;
  /** The id of a text that says why it is disabled. */
  describedBy?: string | undefined;
  onAnswer: (answer: SheetAnswer) => void;
}
