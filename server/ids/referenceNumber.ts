import { randomInt } from 'node:crypto';

/** Characters that look like others, such as 0 and O, are missing, because riders read the number out on the phone. */
const alphabet = '23456789ACDEFGHJKMNPQRTUVWXY';

/**
 * The number of an order (`R`), a top-up (`T`), a case (`C`) or a host's request (`H`), such as
 * `R-7K3M-29QX`.
 */
export function makeReferenceNumber(kind: 'R' | 'T' | 'C' | 'H'): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length));
  const four = () => Array.from({ length: 4 }, character).join('');
  return `${kind}-${four()}-${four()}`;
}
