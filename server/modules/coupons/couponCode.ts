import { randomInt } from 'node:crypto';

/**
 * The 32 characters of codes, so that each character encodes five bits. Letters and digits that people easily confuse
 * are missing.
 */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 3;
const groupLength = 5;

/** Normalizes a code: removes spaces and dashes, and converts it to upper case. */
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
