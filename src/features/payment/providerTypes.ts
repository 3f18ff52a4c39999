import type { ReactNode, Ref } from 'react';
import type { CardForm, SheetKind } from '../../../contract/payment.ts';

/** The billing address, from our own fields below the provider's fields. */
export interface Billing {
  country: string;
  /** The postal code; empty if the country has no postal codes. */
  postalCode: string;
}

/** Events of the provider's card fields after they have loaded. */
export type CardFieldsMessage =
  | { type: 'changed'; complete: boolean }
  /** After a submit, this number of fields is invalid. The provider marks the fields. */
  | { type: 'invalid'; fields: number }
  /** All fields were validated and are valid. */
  | { type: 'checked' }
  /** The bank may now ask the cardholder for confirmation, which has no time limit. */
  | { type: 'asksOwner' }
  /** A token for `POST /api/payment-methods`. */
  | { type: 'token'; token: string }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

export interface CardFieldsHandle {
  /**
   * Requests a token, which arrives as an event. Pass null if the address is invalid. The fields then only
   * show their own errors and need not create a token.
   */
  submit: (billing: Billing | null) => void;
  focus: () => void;
}

export interface CardFieldsProps<Form extends CardForm = CardForm> {
  form: Form;
  onMessage: (message: CardFieldsMessage) => void;
  /** Called if the fields did not load in time. */
  onSilent: () => void;
  ref: Ref<CardFieldsHandle>;
}

/** The result of the provider's payment sheet. */
export type SheetAnswer =
  | { type: 'token'; token: string }
  | { type: 'cancelled' }
  | { type: 'failed'; code: 'cardRejected' | 'unavailable' };

/** The props of the button that opens the provider's payment sheet. */
export interface SheetButtonProps<Form extends CardForm = CardForm> {
  form: Form;
  kind: SheetKind;
  /** The label of the button. Some providers do not allow a label. */
  children: ReactNode;
  variant: 'spark' | 'action';
  /** True while the result of the sheet is being saved. */
  busy: boolean;
  disabled: boolean;
  /** The id of a text that explains why the button is disabled. */
  describedBy?: string | undefined;
  onAnswer: (answer: SheetAnswer) => void;
}
