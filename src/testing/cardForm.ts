import type { CardForm, SheetKind } from '../../contract/payment.ts';

/** The origin of the pages of the card issuer. */
export const issuer = 'http://localhost:3001';

/** The form with which the sandbox's card issuer asks for a new payment method. */
export function cardForm(...sheets: SheetKind[]): CardForm {
  return {
    provider: 'sandbox',
    url: `${issuer}/card-form`,
    origin: issuer,
    sheets: sheets.map((kind) => ({ kind, url: `${issuer}/sheets/${kind}` })),
  };
}
