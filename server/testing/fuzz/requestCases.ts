import fc from 'fast-check';
import { z } from 'zod';
import { changesOf } from '../../../contract/testing/changesOf.ts';
import type { RouteRequest } from '../routes/authorisationRows.ts';
import { onePixelPng } from '../routes/wholeApp.ts';
import {
  JsonSchema,
  oddTexts,
  oddValues,
  valuesOfSchema,
} from '../../../contract/testing/fuzz/schemaValues.ts';

const Parameter = z.object({
  in: z.enum(['path', 'query', 'header']),
  name: z.string(),
  required: z.boolean().optional(),
  schema: JsonSchema,
});
const Content = z.record(z.string(), z.object({ schema: JsonSchema }));
const Operation = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
});
export type Operation = z.infer<typeof Operation>;

export const ApiDescription = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

type Caller = 'rider' | 'nobody' | 'invalid';

export interface RequestCase {
  caller: Caller;
  params: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** Whether the schema refuses the request, or its body is no JSON. Null: nobody can say. */
  isRefused: boolean | null;
}

/**
 * Requests to a route: valid, almost valid, and odd ones.
 *
 * @param examples requests that succeed, with existing objects.
 */
export function requestCases(
  operation: Operation,
  examples: readonly RouteRequest[],
): fc.Arbitrary<RequestCase> {
  const judge = judgeOf(operation);
  return fc
    .record({
      caller: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Caller>('rider') },
        { weight: 1, arbitrary: fc.constant<Caller>('nobody') },
        { weight: 1, arbitrary: fc.constant<Caller>('invalid') },
      ),
      params: paramsOf(operation, examples),
      query: queryOf(operation, examples),
      headers: headers,
      content: contentOf(operation, examples),
    })
    .map(({ content, ...request }) => ({
      ...request,
      headers: { ...request.headers, ...content.headers },
      body: content.body,
      isRefused: judge(request, content),
    }));
}

function paramsOf(operation: Operation, examples: readonly RouteRequest[]) {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  return fc.record(
    Object.fromEntries(
      named.map(({ name, schema }) => {
        const known = examples.flatMap(({ params }) => params?.[name] ?? []);
        return [
          name,
          fc.oneof(
            { weight: 6, arbitrary: known.length > 0 ? fc.constantFrom(...known) : asText(schema) },
            { weight: 2, arbitrary: asText(schema) },
            { weight: 1, arbitrary: oddTexts },
            { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }) },
          ),
        ];
      }),
    ),
    { noNullPrototype: true },
  );
}

function queryOf(operation: Operation, examples: readonly RouteRequest[]) {
  const named = operation.parameters.filter((parameter) => parameter.in === 'query');
  const known = examples.map(({ query = {} }) => Object.entries(query));
  const valid = fc
    .record(Object.fromEntries(named.map(({ name, schema }) => [name, asText(schema)])), {
      requiredKeys: named.filter(({ required }) => required).map(({ name }) => name),
      noNullPrototype: true,
    })
    .map((query) => Object.entries(query));
  const names = fc.constantFrom('unknown', '__proto__', 'a[b]', ...named.map(({ name }) => name));
  const odd = fc.array(fc.tuple(names, fc.oneof(oddTexts, fc.string())), { maxLength: 3 });
  const base = fc.oneof(valid, known.length > 0 ? fc.constantFrom(...known) : valid);
  return fc.oneof(
    { weight: 5, arbitrary: base },
    { weight: 2, arbitrary: fc.tuple(base, odd).map(([first, more]) => [...first, ...more]) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(base, fc.nat(), oddTexts)
        .map(([query, at, text]) =>
          query.map(([name, value], index): [string, string] =>
            index === at % query.length ? [name, text] : [name, value],
          ),
        ),
    },
    { weight: 1, arbitrary: odd },
  );
}

/** A value of a parameter as its text. */
const asText = (schema: JsonSchema) => valuesOfSchema(schema).map(String);

const visible = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    // Node's client refuses to send the control character.
    .map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code)),
  maxLength: 200,
});
const headers = fc
  .record(
    {
      'idempotency-key': fc.oneof(
        { weight: 8, arbitrary: fc.uuid() },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', 'short', 'x'.repeat(101), 'the same key again'),
        },
        { weight: 1, arbitrary: visible },
      ),
      'accept-language': fc.oneof(fc.constantFrom('es', 'zh-CN,zh;q=0.9', '*', ';q=,'), visible),
      'user-agent': visible,
      'if-none-match': fc.oneof(fc.constantFrom('*', '"x"', 'W/"'), visible),
      'accept-encoding': fc.constantFrom('gzip', 'identity', 'x;q=9'),
      cookie: visible,
    },
    { requiredKeys: ['idempotency-key'], noNullPrototype: true },
  )
  // Node's client removes blanks at the ends, too.
  .map((all) => Object.fromEntries(Object.entries(all).map(([name, text]) => [name, text.trim()])));

interface Content {
  headers: Record<string, string>;
  body: Buffer | null;
  /** The value of a body whose text was not changed; undefined for other bodies. */
  value?: unknown;
  isMalformed?: boolean;
}

const otherTypes = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/problem+json',
  'image/png',
  'not a type',
  '',
);

function contentOf(operation: Operation, examples: readonly RouteRequest[]): fc.Arbitrary<Content> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return operation.requestBody ? binaryContent : noContent;
  const json = { 'content-type': 'application/json' };
  const known = examples.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const valid = fc.oneof(
    valuesOfSchema(schema),
    known.length > 0 ? fc.constantFrom(...known) : valuesOfSchema(schema),
  );
  const changed = fc.tuple(valid, fc.nat()).map(([value, at]) => {
    const changes = changesOf(value, 'body');
    return changes[at % changes.length]?.value ?? null;
  });
  const replaced = fc
    .tuple(valid, fc.nat(), oddValues, oddTexts)
    .map(([value, at, odd, text]) => withReplaced(value, at, odd, text));
  const asContent = (value: unknown): Content => {
    const text = JSON.stringify(value);
    return { headers: json, body: Buffer.from(text), value: JSON.parse(text) };
  };
  const changedTexts = fc
    .tuple(valid, textChanges)
    .map(([value, change]) => change(Buffer.from(JSON.stringify(value))))
    .map((body) => ({ headers: json, body, isMalformed: !isJson(body) }));
  const otherContent = fc.tuple(otherTypes, valid).map(([type, value]) => ({
    headers: type === '' ? {} : { 'content-type': type },
    body: Buffer.from(JSON.stringify(value)),
  }));
  return fc.oneof(
    { weight: 8, arbitrary: valid.map(asContent) },
    { weight: 3, arbitrary: changed.map(asContent) },
    { weight: 6, arbitrary: replaced.map(asContent) },
    { weight: 2, arbitrary: oddValues.map(asContent) },
    { weight: 2, arbitrary: changedTexts },
    { weight: 1, arbitrary: otherContent },
    { weight: 1, arbitrary: fc.constant<Content>({ headers: {}, body: null }) },
  );
}

/** The value with one of its fields replaced: a text by an odd text, another value by an odd value. */
function withReplaced(value: unknown, at: number, odd: unknown, text: string): unknown {
  if (typeof value === 'string') return at % 2 === 0 ? text : value + text;
  if (typeof value !== 'object' || value === null) return odd;
  const names = Object.keys(value);
  const chosen = names[at % names.length];
  if (Array.isArray(value)) {
    const inner = (one: unknown, index: number) =>
      String(index) === chosen ? withReplaced(one, at >> 4, odd, text) : one;
    return value.map(inner);
  }
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === chosen ? withReplaced(inner, at >> 4, odd, text) : inner,
  ]);
  return Object.fromEntries(entries);
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

const textChanges = fc.oneof(
  fc.nat().map((at) => (body: Buffer) => body.subarray(0, at % (body.length + 1))),
  fc
    .tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 5 }))
    .map(([at, bytes]) => (body: Buffer) => {
      const cut = at % (body.length + 1);
      return Buffer.concat([body.subarray(0, cut), bytes, body.subarray(cut)]);
    }),
  fc
    .integer({ min: 1, max: 5000 })
    .map(
      (depth) => (body: Buffer) =>
        Buffer.from(`${'[{"a":'.repeat(depth)}${body.toString()}${'}]'.repeat(depth)}`),
    ),
  fc
    .constantFrom(
      '"__proto__":{"admin":true}',
      '"constructor":{"prototype":{"admin":true}}',
      '"huge":1e400',
      '"surrogate":"\\ud800"',
      '"nul":"\\u0000"',
      `"long":"${'x'.repeat(70_000)}"`,
      '"twice":1,"twice":2',
    )
    .map((field) => (body: Buffer) => {
      const text = body.toString();
      return Buffer.from(text.startsWith('{}') ? `{${field}}` : text.replace('{', `{${field},`));
    }),
);

const binaryContent: fc.Arbitrary<Content> = fc
  .tuple(
    fc.constantFrom('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/json'),
    fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.nat({ max: onePixelPng.length }), fc.uint8Array({ maxLength: 60 }))
        .map(([at, bytes]) => Buffer.concat([onePixelPng.subarray(0, at), bytes])),
      fc.constant(onePixelPng),
      fc.constant(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')),
    ),
  )
  .map(([type, body]) => ({ headers: { 'content-type': type }, body }));

/** Most requests to a route without a body have none. */
const noContent: fc.Arbitrary<Content> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Content>({ headers: {}, body: null }) },
  {
    weight: 1,
    arbitrary: fc.tuple(otherTypes, fc.string()).map(([type, text]) => ({
      headers: type === '' ? {} : { 'content-type': type },
      body: Buffer.from(text),
    })),
  },
);

/** Whether the schemas of the route refuse a request. */
function judgeOf({ parameters, requestBody }: Operation) {
  const checks = parameters.map(({ in: place, name, required = false, schema }) => ({
    place,
    name,
    required,
    isNumber: schema.type === 'integer' || schema.type === 'number',
    accepts: accepting(schema),
  }));
  const schema = requestBody?.content['application/json']?.schema;
  const acceptsBody = schema ? accepting(schema) : () => true;
  return (
    { params, query }: Pick<RequestCase, 'params' | 'query'>,
    { value, isMalformed, body }: Content,
  ): boolean | null => {
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

/** Zod itself checks the content of the schema when it reads it. */
const ZodJsonSchema = z.custom<z.core.JSONSchema.JSONSchema>(
  (value) => typeof value === 'object' && value !== null,
);

/** The Zod schema of a JSON Schema in the OpenAPI document. */
export function zodOf(schema: JsonSchema): z.ZodType {
  return z.fromJSONSchema(ZodJsonSchema.parse(schema));
}

/**
 * Returns a function that says whether the schema allows a value. The server trims some texts first, so a text
 * with spaces around it may be allowed.
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
