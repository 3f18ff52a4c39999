import { countryCodes } from '../../../../contract/rules/places/countries.ts';
import { writtenPostalCode, postalProblem } from '../../../../contract/rules/places/postalCode.ts';
import { ProblemError } from '../../../http/problem.ts';

/** A card's billing address. The postal code is empty if the country has no postal codes. */
export interface Address {
  country: string;
  postalCode: string;
}

/**
 * Reads the address that the rider typed. Returns null if all fields are empty.
 *
 * @throws {ProblemError} invalidInput with the name of the first missing or wrong field.
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
