/**
 * Station ids: six random characters and a check character, printed under the QR code and typed by
 * people. The alphabet leaves out 0/O, 1/I/L and U, which are misread.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export const stationIdLength = 7;

/**
 * The check character of six. The weights are prime to the size of the alphabet (30), so every
 * single mistyped character is found, and so are nearly all swapped neighbours.
 */
function stationCheckCharacter(six: string): string {
  let sum = 0;
  const weights = [1, 7, 11, 13, 17, 19];
  for (let i = 0; i < 6; i++) sum += alphabet.indexOf(six.charAt(i)) * (weights[i] ?? 1);
  return alphabet.charAt(sum % alphabet.length);
}

/**
 * What a person typed or a QR code holds, as a station id; null where it cannot be one.
 * Case, spaces and hyphens do not matter.
 */
export function parseStationId(typed: string): string | null {
  const id = typed.replace(/[\s-]/g, '').toUpperCase();
  if (id.length !== stationIdLength) return null;
  for (const character of id) if (!alphabet.includes(character)) return null;
  return stationCheckCharacter(id.slice(0, 6)) === id.charAt(6) ? id : null;
}

/** Whether a value is an id as it is written, and not only one that was typed. */
export function isStationId(value: unknown): value is string {
  return typeof value === 'string' && parseStationId(value) === value;
}

/** A fresh id from 30^6 (7 × 10^8); `random` answers integers from 0 to `below` − 1. */
export function makeStationId(random: (below: number) => number): string {
  let six = '';
  for (let i = 0; i < 6; i++) six += alphabet.charAt(random(alphabet.length));
  return six + stationCheckCharacter(six);
}
