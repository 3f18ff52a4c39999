// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PushMessage } from '../../contract/notifications.ts';
import { fuzzCases, seedOf } from '../../contract/testing/fuzz/fuzzRun.ts';
import {
  JsonSchema,
  oddTexts,
  oddValues,
  valuesOfSchema,
} from '../../contract/testing/fuzz/schemaValues.ts';
import { readPressed, readPush } from './pushMessage.ts';

const origin = 'https://rent.example';
const paths = fc.oneof(
  oddTexts,
  fc.webPath(),
  fc.webUrl(),
  fc.string(),
  fc.constantFrom('//evil.example', '/\\evil.example', 'javascript:alert(1)', '/.//evil.example'),
);
const messages = fc
  .tuple(valuesOfSchema(JsonSchema.parse(z.toJSONSchema(PushMessage))), paths)
  .map(([message, path]) => ({ ...z.looseObject({}).parse(message), path }));
const texts = fc.oneof(
  messages.map((value) => JSON.stringify(value)),
  oddValues.map((value) => JSON.stringify(value)),
  oddTexts,
);

it(`${fuzzCases} arbitrary push messages are shown, and lead only to pages of the app`, () => {
  const cases = fc.sample(texts, { numRuns: fuzzCases, seed: seedOf('push') });
  for (const text of cases) {
    const { title, options, count } = readPush(text, { origin, languages: ['es'] });
    expect(title).toBeTypeOf('string');
    expect(count === null || count >= 0).toBe(true);
    expect(new URL(options.data.path, origin).origin, text).toBe(origin);
  }
});

it(`${fuzzCases} arbitrary pressed notifications lead only to pages of the app`, () => {
  const data = fc.oneof(fc.record({ path: paths, notificationId: fc.uuid() }), oddValues);
  for (const pressed of fc.sample(data, { numRuns: fuzzCases, seed: seedOf('pressed') })) {
    const { path } = readPressed(pressed, origin);
    expect(new URL(path, origin).origin, JSON.stringify(pressed)).toBe(origin);
  }
});
