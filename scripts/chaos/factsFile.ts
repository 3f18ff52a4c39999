import type { Facts } from './facts.ts';

/**
 * Converts facts to JSON. JSON has neither dates nor maps, so each date and each map becomes an object that names the
 * type.
 */
export function writeFacts(facts: Facts): string {
  return JSON.stringify(facts, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    if (original instanceof Date) return { date: original.toISOString() };
    if (original instanceof Map) return { map: [...original] };
    return value;
  });
}

/**
 * Reads the output of `writeFacts`. The text is not validated, because only the run itself writes
 * such files.
 */
export function readFacts(text: string): Facts {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('date' in value && typeof value.date === 'string') return new Date(value.date);
    if ('map' in value && Array.isArray(value.map)) return new Map(value.map);
    return value;
  });
}
