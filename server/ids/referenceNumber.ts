import { randomInt } from 'node:crypto';

/** Read out on the phone: no letters or digits that sound or look alike. */
const alphabet = '23456789ACDEFGHJKMNPQRTUVWXY';

/**
 * A number of an order (`R`), a top-up (`T`), a case (`C`) or an interested host (`H`), such as
 * `R-7K3M-29QX`.
 */
export function makeReferenceNumber(kind: 'R' | 'T' | 'C' | 'H'): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  const four = () => Array.from({ length: 4 }, character).join('');
  return `${kind}-${four()}-${four()}`;
}
