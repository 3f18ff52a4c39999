import fc from 'fast-check';
import { z } from 'zod';

/** The part of JSON Schema that the OpenAPI document uses. */
export const JsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.int().optional(),
  maxLength: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minItems: z.int().optional(),
  maxItems: z.int().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), JsonSchema).optional();
  },
  get items() {
    return JsonSchema.optional();
  },
  get anyOf() {
    return z.array(JsonSchema).optional();
  },
  get oneOf() {
    return z.array(JsonSchema).optional();
  },
  get propertyNames() {
    return JsonSchema.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), JsonSchema]).optional();
  },
});
export type JsonSchema = z.infer<typeof JsonSchema>;

/** Arbitrary values that a schema accepts. */
export function valuesOfSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(valuesOfSchema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valuesOfSchema({ ...schema, type })));
  }
  switch (schema.type) {
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return integersOf(schema);
    case 'number': {
      const { minimum = -1e9, maximum = 1e9 } = schema;
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      return fc.array(valuesOfSchema(items), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    }
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integersOf({ minimum, exclusiveMinimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  const range = { min: least ?? Number.MIN_SAFE_INTEGER, max: maximum ?? Number.MAX_SAFE_INTEGER };
  const near = { min: Math.max(range.min, -1000), max: Math.min(range.max, 1000) };
  return near.min > near.max ? fc.integer(range) : fc.oneof(fc.integer(near), fc.integer(range));
}

function stringsOf({ format, pattern, minLength = 0, maxLength = 300 }: JsonSchema) {
  if (format === 'uuid') return fc.uuid({ version: 4 });
  if (format === 'date-time') return times;
  if (format === 'date') return times.map((time) => time.slice(0, 10));
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const most = Math.min(maxLength, 300);
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(most, 20) }),
    fc.string({ minLength, maxLength: most, unit: 'binary' }),
  );
}

const times = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '0001-02-28T12:00:00.123456789Z',
      '9999-12-31T23:59:59Z',
    ),
  },
);

function objectsOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const named = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, valuesOfSchema(part)]),
    ),
    { requiredKeys: required.filter((name) => name in properties), noNullPrototype: true },
  );
  if (typeof additionalProperties !== 'object') return named;
  const names = propertyNames ? valuesOfSchema(propertyNames).map(String) : fc.string();
  return fc
    .tuple(named, fc.dictionary(names, valuesOfSchema(additionalProperties), { maxKeys: 3 }))
    .map(([fixed, others]) => ({ ...fixed, ...others }));
}

/** Texts that programs often handle wrongly. */
export const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧',
  'é'.repeat(500),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'true',
  '-1',
  '0x10',
  '1e999',
  '999999999999999999999',
  "'; drop table users; --",
  '%',
  '\\',
  '../../etc/passwd',
  '{}',
  '[]',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
);

/** Arbitrary JSON values, many of them unusual. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.1,
    1e21,
    Number.MAX_SAFE_INTEGER + 2,
    -1e308,
    2 ** 31,
    [],
    {},
    [[]],
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
