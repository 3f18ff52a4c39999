/** Checks of a typed card that need no server. */

/** @typedef {'visa' | 'mastercard' | 'amex' | 'discover'} Brand */

/** @type {Record<Brand, { label: string, pattern: RegExp, lengths: number[], groups: number[] }>} */
const brands = {
  visa: { label: 'Visa', pattern: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3] },
  mastercard: {
    label: 'Mastercard',
    pattern: /^(5[1-5]|2(2[2-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  amex: { label: 'American Express', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  discover: {
    label: 'Discover',
    pattern: /^(6011|65|64[4-9])/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
};

/** @type {Brand[]} */
const brandNames = ['visa', 'mastercard', 'amex', 'discover'];

const unknown = { lengths: [12, 13, 14, 15, 16, 17, 18, 19], groups: [4, 4, 4, 4, 3] };

/** @param {string} text */
export function digitsOf(text) {
  // Chinese keyboards type full-width digits.
  return text.normalize('NFKC').replace(/\D/g, '');
}

/**
 * @param {string} digits
 * @returns {Brand | null}
 */
export function brandOf(digits) {
  return brandNames.find((brand) => brands[brand].pattern.test(digits)) ?? null;
}

/** @param {Brand} brand */
export function brandLabel(brand) {
  return brands[brand].label;
}

/**
 * Formats the number in groups, as it is printed on the card.
 *
 * @param {string} digits
 */
export function groupDigits(digits) {
  const brand = brandOf(digits);
  const { groups } = brand ? brands[brand] : unknown;
  const parts = [];
  let from = 0;
  for (const size of groups) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(' ');
}

/**
 * True if the length and the check digit (ISO/IEC 7812, Luhn) are valid.
 *
 * @param {string} digits
 */
export function isCardNumber(digits) {
  const brand = brandOf(digits);
  const { lengths } = brand ? brands[brand] : unknown;
  if (!lengths.includes(digits.length)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Reads `04/29`, `4/29`, `0429`, `04 / 2029`; null if the text is not a month and a year.
 *
 * @param {string} text
 * @returns {{ month: number, year: number } | null}
 */
export function parseExpiry(text) {
  const plain = text.normalize('NFKC').replace(/\s/g, '');
  const match = /^(\d{1,2})[/.-](\d{4}|\d{2})$/.exec(plain) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(plain);
  if (!match) return null;
  const [month, year] = [Number(match[1]), Number(match[2])];
  if (month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/**
 * A card is valid until the last day of its month.
 *
 * @param {{ month: number, year: number }} expiry
 * @param {Date} now
 */
export function isPast({ month, year }, now) {
  return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
}

/**
 * Inserts a slash after the month while the person types.
 *
 * @param {string} text
 */
export function spaceExpiry(text) {
  const plain = text.normalize('NFKC').replace(/[^\d/]/g, '');
  if (/^[2-9]$/.test(plain)) return `0${plain}/`;
  if (/^\d{2}$/.test(plain)) return `${plain}/`;
  if (/^\d{3,}$/.test(plain)) return `${plain.slice(0, 2)}/${plain.slice(2, 6)}`;
  return plain.slice(0, 7);
}
