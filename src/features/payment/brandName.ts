const names: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** A card's brand as its owner writes it, in every language; null for one that we do not know. */
export function brandName(brand: string): string | null {
  return names[brand.toLowerCase()] ?? null;
}
