/** A capture or refund of a rental that began in a venue. Amounts are in minor units, and negative for a refund. */
export interface Sale {
  booking: string;
  rentalId: string;
  currency: string;
  at: Date;
  amount: number;
  tax: number;
  /** The share of the venue at the start of the rental, in basis points. */
  share: number;
}

export interface SharedSale extends Sale {
  venueShare: number;
}

/** The sums of a rental in former statements. */
export interface Former {
  /** The amount without tax. */
  base: number;
  venueShare: number;
}

/**
 * The venue's share of each sale. This function rounds the share of the whole rental instead of each sale's share, so
 * that a refund of the whole amount takes the whole share back.
 *
 * @param former the sums in former statements, by `saleKey`.
 */
export function computeShares(
  sales: readonly Sale[],
  former: ReadonlyMap<string, Former>,
): SharedSale[] {
  const present = new Map(former);
  return sales.map((sale) => {
    const key = saleKey(sale);
    const before = present.get(key) ?? { base: 0, venueShare: 0 };
    const base = before.base + sale.amount - sale.tax;
    const whole = Math.round((base * sale.share) / 10_000);
    present.set(key, { base, venueShare: whole });
    return { ...sale, venueShare: whole - before.venueShare };
  });
}

export function saleKey({ rentalId, currency }: Pick<Sale, 'rentalId' | 'currency'>): string {
  return `${rentalId} ${currency}`;
}

export interface Totals {
  captures: number;
  refunds: number;
  tax: number;
  venueShare: number;
  operatorShare: number;
}

/** The sums of a statement. The operator's share is the rest after the tax and the venue's share. */
export function totalsOf(sales: readonly SharedSale[]): Totals {
  const totals = { captures: 0, refunds: 0, tax: 0, venueShare: 0, operatorShare: 0 };
  for (const { amount, tax, venueShare } of sales) {
    if (amount > 0) totals.captures += amount;
    else totals.refunds -= amount;
    totals.tax += tax;
    totals.venueShare += venueShare;
    totals.operatorShare += amount - tax - venueShare;
  }
  return totals;
}
