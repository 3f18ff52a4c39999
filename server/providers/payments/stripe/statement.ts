/**
 * Stripe's rules (docs.stripe.com/get-started/account/statement-descriptors): the prefix, `* ` and the
 * suffix together have at most 22 characters. The account's prefix has at most ten characters.
 */
const longestSuffix = 10;

/**
 * The text after the account's prefix on a card statement: `R-7K3M-92QF` becomes `R7K3M-92QF`. Null
 * if Stripe would refuse the suffix; the statement then shows the account's name only.
 */
export function statementSuffix(number: string): string | null {
  const suffix = number.replace('-', '');
  const isAllowed = /^[\w .,&/+-]+$/.test(suffix) && /[A-Za-z]/.test(suffix);
  return isAllowed && suffix.length <= longestSuffix ? suffix : null;
}
