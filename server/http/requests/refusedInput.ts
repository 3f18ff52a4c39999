import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem.ts';

/**
 * Refuses some values anywhere in a body or query, before a handler, the database or a log can see
 * them: numbers that look like a payment card's (riders type cards only into the payment provider's
 * form), and NUL, which PostgreSQL's texts cannot store. It also refuses deeply nested values,
 * which would overflow the stack of recursive code.
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

/** Far deeper than any body of the contract. */
const deepest = 32;

/** The paths of the refused values. `depth` is the current nesting depth. */
export function refusedFields(value: unknown, path: string, depth = 0): string[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value);
    return looksLikeCard(text) || text.includes('\0') ? [path] : [];
  }
  // Skips bytes: a photo is not text, and may have ten million of them.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  if (depth === deepest) return [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    refusedFields(inner, `${path}.${key}`, depth + 1),
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * 13 to 19 digits (ISO/IEC 7812), possibly grouped, that stand alone. A leading plus makes it a
 * phone number, adjacent letters make it a token or an id, and digits with a point before it make
 * it a position.
 */
const digitGroups = /(?<![\w+-]|\d\.)\d(?:[ -]?\d){12,18}(?![\w-])/g;

function looksLikeCard(text: string): boolean {
  if (uuid.test(text)) return false;
  return [...text.matchAll(digitGroups)].some(([match]) => passesLuhn(match.replace(/\D/g, '')));
}

/** The check digit of ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.charAt(digits.length - 1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
