import fc from 'fast-check';
import { changesOf } from '../../../contract/testing/changesOf.ts';
import {
  oddTexts,
  oddValues,
  valuesOfSchema,
} from '../../../contract/testing/fuzz/schemaValues.ts';
import type { RouteRequest } from '../routes/authorisationRows.ts';
import { onePixelPng } from '../routes/wholeApp.ts';
import type { Operation } from './operation.ts';

/** `usual`: most requests are valid or almost valid. `odd`: the server refuses most requests. */
export type Mix = 'usual' | 'odd';

/** The body of a request, with its headers. */
export interface Content {
  headers: Record<string, string>;
  body: Buffer | null;
  /**
   * The parsed body. Undefined if the content type is not JSON, or if the JSON text was changed.
   */
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

/**
 * Generates bodies.
 *
 * @param mix with `usual`, at least a third of the JSON bodies have the form that the route expects; with `odd`, fewer.
 */
export function contentOf(
  operation: Operation,
  examples: readonly RouteRequest[],
  mix: Mix,
): fc.Arbitrary<Content> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (!schema) return operation.requestBody ? binaryContent(mix) : noContent;
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
    { weight: mix === 'usual' ? 8 : 2, arbitrary: valid.map(asContent) },
    { weight: 3, arbitrary: changed.map(asContent) },
    { weight: 6, arbitrary: replaced.map(asContent) },
    { weight: 2, arbitrary: oddValues.map(asContent) },
    { weight: 2, arbitrary: changedTexts },
    { weight: 1, arbitrary: otherContent },
    { weight: 1, arbitrary: fc.constant<Content>({ headers: {}, body: null }) },
  );
}

/**
 * Returns the value with one of its fields replaced: `text` replaces a text or is added to it, `odd` replaces any other
 * value. An empty list or object stays as it is.
 */
export function withReplaced(value: unknown, at: number, odd: unknown, text: string): unknown {
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

export const textChanges = fc.oneof(
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

const binaryContent = (mix: Mix): fc.Arbitrary<Content> =>
  fc
    .tuple(
      fc.constantFrom('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'application/json'),
      fc.oneof(
        { weight: 4, arbitrary: fc.uint8Array({ maxLength: 200 }).map((odd) => Buffer.from(odd)) },
        {
          weight: 4,
          arbitrary: fc
            .tuple(fc.nat({ max: onePixelPng.length }), fc.uint8Array({ maxLength: 60 }))
            .map(([at, odd]) => Buffer.concat([onePixelPng.subarray(0, at), odd])),
        },
        { weight: mix === 'usual' ? 4 : 1, arbitrary: fc.constant(onePixelPng) },
        { weight: mix === 'usual' ? 4 : 1, arbitrary: fc.constant(onePixelSvg) },
      ),
    )
    .map(([type, body]) => ({ headers: { 'content-type': type }, body }));

const onePixelSvg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');

/** Bodies for a route that takes no body. Most of the generated requests have no body. */
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
