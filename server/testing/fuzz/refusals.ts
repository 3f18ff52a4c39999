import { z } from 'zod';
import type { JsonSchema } from '../../../contract/testing/fuzz/schemaValues.ts';
import type { Content } from './contents.ts';
import type { Operation } from './operation.ts';

interface Address {
  params: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
}

/** Whether the schemas of a route refuse a request; null if this is not certain. */
export type Judge = (address: Address, content: Content) => boolean | null;

/**
 * Creates the function that decides whether the schemas of a route refuse a request. The creation
 * is slow, so do it only once for each route.
 */
export function judgeOf({ parameters, requestBody }: Operation): Judge {
  const checks = parameters.map(({ in: place, name, required = false, schema }) => ({
    place,
    name,
    required,
    isNumber: schema.type === 'integer' || schema.type === 'number',
    accepts: accepting(schema),
  }));
  const schema = requestBody?.content['application/json']?.schema;
  const acceptsBody = schema ? accepting(schema) : () => true;
  return ({ params, query }, { value, isMalformed, body }) => {
    const isWrong = checks.some(({ place, name, required, isNumber, accepts }) => {
      const texts =
        place === 'path'
          ? [params[name] ?? '']
          : query.flatMap(([key, text]) => (key === name ? [text] : []));
      const [text, ...more] = texts;
      if (text === undefined) return required;
      if (more.length > 0) return true;
      return !accepts(isNumber ? Number(text) : text);
    });
    if (isWrong || isMalformed) return true;
    if (!schema) return false;
    if (value !== undefined) return !acceptsBody(value);
    return body === null ? true : null;
  };
}

/** This checks only that the schema is an object, because `z.fromJSONSchema` checks the content of the schema. */
const ZodJsonSchema = z.custom<z.core.JSONSchema.JSONSchema>(
  (value) => typeof value === 'object' && value !== null,
);

/** The Zod schema of a JSON Schema in the OpenAPI document. */
export function zodOf(schema: JsonSchema): z.ZodType {
  return z.fromJSONSchema(ZodJsonSchema.parse(schema));
}

/**
 * Returns a function that checks a value against the schema. The server trims some texts before it checks them, so
 * a text with spaces around it may be valid.
 */
function accepting(schema: JsonSchema): (value: unknown) => boolean {
  const allowed = zodOf(schema);
  return (value) => allowed.safeParse(value).success || allowed.safeParse(trimmed(value)).success;
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimmed(inner)]));
}
