import type { CaseRow } from '../support/cases.ts';

/** A text in the details of a case; null if there is none. */
export function textIn({ details }: Pick<CaseRow, 'details'>, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' ? value : null;
}

/**
 * The charger of a case: the charger in the details of the case, or else the charger of the rental.
 */
export function chargerOf(
  row: Pick<CaseRow, 'details'>,
  rental: { charger: string } | null,
): string | null {
  return textIn(row, 'charger') ?? rental?.charger ?? null;
}

/** The id of the payment that a case is about, if the case is about no order. It may be the payment of a top-up. */
export function paymentOf(row: Pick<CaseRow, 'details' | 'rental_id'>): string | null {
  return row.rental_id === null ? textIn(row, 'paymentId') : null;
}
