import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/**
 * Refuses some values anywhere in a body or query, before they reach a handler, the database or a log.
 * Numbers that look like card numbers are refused, because riders must enter cards only in the payment
 * provider's form. NUL is refused, because PostgreSQL cannot store it. Deeply nested values are refused,
 * because they would overflow the stack of recursive code.
 */
export function refuseInput(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const fields = [
      ...refusedFields(request.body, 'body'),
      ...refusedFields(request.query, 'query'),
    ];
    if (fields.length > 0) throw new ProblemError('invalidInput', { fields });
  });
}

/** The deepest allowed nesting. No body of the contract is nearly as deep. */
const deepest = 32;

/** The paths of the refused values. `depth` is the current depth of nesting. */
export function refusedFields(value: unknown, path: string, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    return looksLikeCard(text) || text.includes('\0') ? [path] : [];
  }
  // Bytes are skipped. A photo is not text, and may have ten million bytes.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if (depth === deepest) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    refusedFields(inner, `${path}.${key}`, depth + 1),
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Matches a separate run of 13 to 19 digits (ISO/IEC 7812), possibly in groups. Digits after a plus are a phone number,
 * digits next to letters are a token or an id, and digits after a decimal point are a position, so they do not match.
 */
const digitGroups = /(?<![\w+-]|\d\.)\d(?:[ -]?\d){12,18}(?![\w-])/g;

function looksLikeCard(text: string): boolean {
  if (uuid.test(text)) return false;
  return [...text.matchAll(digitGroups)].some(([match]) => passesLuhn(match.replace(/\D/g, '')));
}

/** Checks the check digit of ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.charAt(digits.length - 1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
