/**
 * A station id has six random characters and a check character. It is printed under the QR code, and
 * riders type it. The alphabet leaves out 0/O, 1/I/L and U, because people misread these characters.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const stationIdLength = 7;

/**
 * The check character of six characters. It detects every single wrong character, because the
 * weights are coprime to the size of the alphabet (30). It also detects most swaps of two
 * neighbouring characters.
 */
function stationCheckCharacter(six: string): string {
  let sum = 0;
  const weights = [1, 7, 11, 13, 17, 19];
  for (let i = 0; i < 6; i++) sum += alphabet.indexOf(six.charAt(i)) * (weights[i] ?? 1);
  return alphabet.charAt(sum % alphabet.length);
}

/**
 * Parses typed text or the text of a QR code as a station id. The result is null if the text is not an id. Case, spaces
 * and hyphens do not matter.
 */
export function parseStationId(typed: string): string | null {
  const id = typed.replace(/[\s-]/g, '').toUpperCase();
  if (id.length !== stationIdLength) return null;
  for (const character of id) if (!alphabet.includes(character)) return null;
  return stationCheckCharacter(id.slice(0, 6)) === id.charAt(6) ? id : null;
}

/** Whether a value is an id in its canonical form. A typed form does not suffice. */
export function isStationId(value: unknown): value is string {
  return typeof value === 'string' && parseStationId(value) === value;
}

/** Makes a new id, one of 30^6 (7 × 10^8) possible ids. `random` returns integers from 0 to `below` − 1. */
export function makeStationId(random: (below: number) => number): string {
  let six = '';
  for (let i = 0; i < 6; i++) six += alphabet.charAt(random(alphabet.length));
  return six + stationCheckCharacter(six);
}
