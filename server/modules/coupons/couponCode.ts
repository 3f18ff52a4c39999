import { randomInt } from 'node:crypto';

/** Without what is mistaken for something else when read or typed; 32, so that each is five bits. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const groups = 3;
const groupLength = 5;

/** As it is kept and compared: letter case, spaces and dashes do not matter. */
export function normalCode(code: string): string {
  return code.replace(/[\s\p{Pd}]+/gu, '').toUpperCase();
}

/** A code of 75 random bits, in groups that are read out easily. */
export function makeCode(): string {
  const letter = () => letters.charAt(randomInt(letters.length));
  const group = () => Array.from({ length: groupLength }, letter).join('');
  return Array.from({ length: groups }, group).join('-');
}
