/** The behaviour of a test card when it is charged. */
export const cardBehaviours = [
  'pays',
  'declined',
  'insufficientFunds',
  /** Holds succeed. All captures and charges are declined. */
  'failsWhenCharged',
  'authentication',
] as const;
export type CardBehaviour = (typeof cardBehaviours)[number];

export interface TestCard {
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  behaviour: CardBehaviour;
}

/**
 * The published test numbers. Other numbers are rejected, so that nobody enters a real card by
 * mistake.
 */
const cards = new Map<string, TestCard>([
  ['4242424242424242', { brand: 'visa', behaviour: 'pays' }],
  ['4000056655665556', { brand: 'visa', behaviour: 'pays' }],
  ['5555555555554444', { brand: 'mastercard', behaviour: 'pays' }],
  ['378282246310005', { brand: 'amex', behaviour: 'pays' }],
  ['6011111111111117', { brand: 'discover', behaviour: 'pays' }],
  ['4000000000000002', { brand: 'visa', behaviour: 'declined' }],
  ['4000000000009995', { brand: 'visa', behaviour: 'insufficientFunds' }],
  ['4000000000000341', { brand: 'visa', behaviour: 'failsWhenCharged' }],
  ['4000002500003155', { brand: 'visa', behaviour: 'authentication' }],
]);

export function testCard(number: string): TestCard | null {
  return cards.get(number) ?? null;
}
