import { randomInt } from 'node:crypto';

/**
 * It has no letters and digits that are easily confused. There are 32, so that each encodes five
 * bits.
 */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 3;
const groupLength = 5;

/** Normalizes a code: letter case, spaces and dashes do not matter. */
export function normalCode(code: string): string {
  return code.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
}

/** A code of 75 random bits, in groups that are easy to read out. */
export function makeCode(): string {
  const letter = () => letters.charAt(randomInt(letters.length));
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: groups }, group).join('-');
}
