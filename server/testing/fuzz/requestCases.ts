import fc from 'fast-check';
import {
  oddTexts,
  valuesOfSchema,
  type JsonSchema,
} from '../../../contract/testing/fuzz/schemaValues.ts';
import type { RouteRequest } from '../routes/authorisationRows.ts';
import { contentOf, type Mix } from './contents.ts';
import type { Operation } from './operation.ts';
import type { Judge } from './refusals.ts';

type Caller = 'rider' | 'nobody' | 'invalid' | 'odd';

export interface RequestCase {
  caller: Caller;
  /** The value of the header `authorization`. Only the caller `odd` sends it. */
  authorization: string;
  params: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
  /** True if the schema refuses the request or the body is not JSON. Null if this is not certain. */
  isRefused: boolean | null;
}

export interface CaseOptions {
  /** Requests that succeed, with existing objects. */
  examples: readonly RouteRequest[];
  mix: Mix;
  judge: Judge;
}

/** Generates requests to a route: valid, almost valid and odd requests. */
export function requestCases(
  operation: Operation,
  { examples, mix, judge }: CaseOptions,
): fc.Arbitrary<RequestCase> {
  return fc
    .record({
      caller: callerOf(operation, mix),
      authorization: oddAuthorizations,
      params: paramsOf(operation, examples, mix),
      query: queryOf(operation, examples, mix),
      headers: headers,
      content: contentOf(operation, examples, mix),
    })
    .map(({ content, ...request }) => ({
      ...request,
      headers: { ...request.headers, ...content.headers },
      body: content.body,
      isRefused: judge(request, content),
    }));
}

/**
 * On most routes, only the requests of riders reach the schemas and the handler. On a route without input, the requests
 * of riders hardly differ from each other, so with `odd`, only few requests are from riders.
 */
function callerOf({ parameters, requestBody }: Operation, mix: Mix): fc.Arbitrary<Caller> {
  const hasInput = parameters.length > 0 || requestBody !== undefined;
  const ofRiders = mix === 'usual' ? 8 : hasInput ? 6 : 2;
  const ofOthers = mix === 'usual' ? 1 : hasInput ? 2 : 7;
  return fc.oneof(
    { weight: ofRiders, arbitrary: fc.constant<Caller>('rider') },
    { weight: 1, arbitrary: fc.constantFrom<Caller>('nobody', 'invalid') },
    { weight: ofOthers, arbitrary: fc.constant<Caller>('odd') },
  );
}

function paramsOf(operation: Operation, examples: readonly RouteRequest[], mix: Mix) {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path');
  return fc.record(
    Object.fromEntries(
      named.map(({ name, schema }) => {
        const known = examples.flatMap(({ params }) => params?.[name] ?? []);
        return [
          name,
          fc.oneof(
            {
              weight: mix === 'usual' ? 6 : 2,
              arbitrary: known.length > 0 ? fc.constantFrom(...known) : asText(schema),
            },
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

function queryOf(operation: Operation, examples: readonly RouteRequest[], mix: Mix) {
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
    { weight: mix === 'usual' || named.length === 0 ? 5 : 1, arbitrary: base },
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

/** A value of a parameter, as a text. */
const asText = (schema: JsonSchema) => valuesOfSchema(schema).map(String);

const visible = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    // The control character DEL is replaced, because Node's client refuses to send it.
    .map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code)),
  maxLength: 200,
});

/** Spaces at the ends are removed, because Node's server also removes them. */
const oddAuthorizations = fc
  .oneof(
    fc.constantFrom(
      'Bearer',
      'Bearer undefined',
      'Bearer a b',
      `Bearer ${'x'.repeat(201)}`,
      `Bearer ${'x'.repeat(43)},`,
      `bearer ${'x'.repeat(43)}`,
      'Basic cmlkZXI6c2VjcmV0',
      'Bearer ../../etc/passwd',
      '{"Bearer":1}',
    ),
    visible,
    visible.map((text) => `Bearer ${text}`),
  )
  .map((text) => text.trim());

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
  // Spaces at the ends are removed, because Node's server also removes them.
  .map((all) => Object.fromEntries(Object.entries(all).map(([name, text]) => [name, text.trim()])));
