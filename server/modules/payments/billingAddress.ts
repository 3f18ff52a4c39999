import { countryCodes } from '../../../contract/rules/places/countries.ts';
import { writtenPostalCode, postalProblem } from '../../../contract/rules/places/postalCode.ts';
import { ProblemError } from '../../http/problem.ts';

/** Where a card is billed; the postal code is empty where the country has none. */
export interface Address {
  country: string;
  postalCode: string;
}

/**
 * Reads what was typed; null where nothing was.
 *
 * @throws {ProblemError} invalidInput, naming what is missing or wrong.
 */
export function readAddress(typed: {
  country?: string | undefined;
  postalCode?: string | undefined;
}): Address | null {
  const { country, postalCode = '' } = typed;
  if (country === undefined && postalCode === '') return null;
  if (country === undefined || !countryCodes.includes(country)) {
    throw new ProblemError('invalidInput', { fields: ['body.country'] });
  }
  if (postalProblem(country, postalCode)) {
    throw new ProblemError('invalidInput', { fields: ['body.postalCode'] });
  }
  return { country, postalCode: writtenPostalCode(country, postalCode) };
}
