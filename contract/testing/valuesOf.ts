import fc from 'fast-check';
import { z } from 'zod';

type Schema = z.core.$ZodType;

/** Returns the values that replace the schema's values at a path; undefined if the schema's values should be used. */
export type Replacements = (path: string) => fc.Arbitrary<unknown> | undefined;

/**
 * Arbitrary values that a schema accepts. In a path, dots separate fields, and `*` stands for the
 * elements of a list.
 *
 * @throws {Error} if the schema has a kind of zod schema that this function does not support.
 */
export function valuesOf(
  schema: Schema,
  path: string,
  replacementAt: Replacements = () => undefined,
): fc.Arbitrary<unknown> {
  const replacement = replacementAt(path);
  if (replacement) return replacement;
  const inside = (part: Schema, name?: string) =>
    valuesOf(part, name === undefined ? path : `${path}.${name}`, replacementAt);

  if (schema instanceof z.ZodObject) return objectsOf(schema.shape, inside);
  if (schema instanceof z.ZodNullable) {
    return fc.option(inside(schema.unwrap()), { nil: null, freq: 3 });
  }
  if (schema instanceof z.ZodOptional) return inside(schema.unwrap());
  if (schema instanceof z.ZodUnion) {
    return fc.oneof(...schema.options.map((option) => inside(option)));
  }
  if (schema instanceof z.ZodArray) return fc.array(inside(schema.element, '*'), lengthsOf(schema));
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) {
    const { valueType } = schema;
    const names = schema.keyType.options.map(String);
    return objectsOf(Object.fromEntries(names.map((name) => [name, valueType])), inside);
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numbersOf(schema);
  if (schema instanceof z.ZodUUID) return fc.uuid({ version: 4 });
  if (schema instanceof z.ZodURL) return fc.webUrl();
  if (schema instanceof z.ZodISODateTime) {
    const range = { min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true };
    return fc.date(range).map((date) => date.toISOString());
  }
  if (schema instanceof z.ZodString) return stringsOf(schema);
  throw new Error(`${path}: no values for a schema of the type ${schema._zod.def.type}`);
}

function objectsOf(
  shape: Record<string, Schema>,
  inside: (part: Schema, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const optional = (name: string) => shape[name] instanceof z.ZodOptional;
  return fc.record(
    Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, inside(part, name)])),
    { requiredKeys: Object.keys(shape).filter((name) => !optional(name)), noNullPrototype: true },
  );
}

const Check = z.object({
  check: z.string(),
  length: z.int().optional(),
  pattern: z.instanceof(RegExp).optional(),
  value: z.number().optional(),
  inclusive: z.boolean().optional(),
});

function checksOf({ _zod: { def } }: z.ZodArray | z.ZodNumber | z.ZodString) {
  return (def.checks ?? []).map((check) => Check.parse(check._zod.def));
}

function lengthsOf(schema: z.ZodArray): { minLength: number; maxLength: number } {
  const length = checksOf(schema).find(({ check }) => check === 'length_equals')?.length;
  return { minLength: length ?? 0, maxLength: length ?? 2 };
}

function numbersOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const { minValue, maxValue, format } = schema;
  const isInteger = format === 'safeint';
  const [min, max] = [Math.max(minValue ?? -1e6, -1e6), Math.min(maxValue ?? 1e6, 1e6)];
  if (!isInteger) return fc.double({ min, max, noNaN: true });
  const isMinimumExcluded = checksOf(schema).some(
    ({ check, value, inclusive }) => check === 'greater_than' && value === min && !inclusive,
  );
  return fc.integer({ min: isMinimumExcluded ? min + 1 : min, max });
}

function stringsOf(schema: z.ZodString): fc.Arbitrary<string> {
  const [pattern, another] = checksOf(schema).flatMap(({ pattern }) => pattern ?? []);
  if (another) throw new Error('a string with two patterns is not supported');
  return pattern ? fc.stringMatching(pattern) : fc.string();
}
