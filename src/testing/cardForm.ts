import type { CardForm, SheetKind } from '../../contract/payment.ts';

/** The origin of the issuer's pages. */
export const issuer = 'http://localhost:3001';

/** How the sandbox's issuer asks for a new way to pay. */
export function cardForm(...sheets: SheetKind[]): CardForm {
  return {
    provider: 'sandbox',
    url: `${issuer}/card-form`,
    origin: issuer,
    sheets: sheets.map((kind) => ({ kind, url: `${issuer}/sheets/${kind}` })),
  };
}
