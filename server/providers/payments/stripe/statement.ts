/**
 * The highest length of the suffix. By Stripe's rules
 * (docs.stripe.com/get-started/account/statement-descriptors), the prefix of the account, `* ` and the
 * suffix together have at most 22 characters. The prefix has at most ten characters.
 */
const longestSuffix = 10;

/**
 * The text after the account's prefix on a card statement. For example, `R-7K3M-92QF` becomes `R7K3M-92QF`.
 * The result is null if Stripe would refuse the suffix. Then the statement shows only the account's name.
 */
export function statementSuffix(number: string): string | null {
  const suffix = number.replace('-', '');
  const isAllowed = /^[\w .,&/+-]+$/.test(suffix) && /[A-Za-z]/.test(suffix);
  return isAllowed && suffix.length <= longestSuffix ? suffix : null;
}
