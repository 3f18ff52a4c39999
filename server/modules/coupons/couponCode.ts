import { randomInt } from 'node:crypto';

/**
 * The letters of a code, without letters and digits that are easily confused. There are 32 of them, so that
 * each letter encodes five bits.
 */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 3;
const groupLength = 5;

/** Normalizes a code. Upper and lower case, spaces and dashes make no difference. */
export function normalCode(code: string): string {
  return code.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
}

/** A created code in its groups, as riders see it. */
export function readableCode(code: string): string {
  return (code.match(/.{5}/g) ?? [code]).join('-');
}

/** Creates a code of 75 random bits, in groups that are easy to read aloud. */
export function makeCode(): string {
  const letter = () => letters.charAt(randomInt(letters.length));
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: groups }, group).join('-');
}
