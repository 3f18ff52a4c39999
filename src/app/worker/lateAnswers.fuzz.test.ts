// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Config } from '../../../contract/config.ts';
import { Station, StationTile } from '../../../contract/stations.ts';
import { changesOf } from '../../../contract/testing/changesOf.ts';
import { fuzzCases, seedOf } from '../../../contract/testing/fuzz/fuzzRun.ts';
import {
  JsonSchema,
  oddTexts,
  oddValues,
  valuesOfSchema,
} from '../../../contract/testing/fuzz/schemaValues.ts';
import { createStore } from '../state/store.ts';
import { applyMessage } from './lateAnswers.ts';

const valuesOf = (schema: z.ZodType) =>
  valuesOfSchema(JsonSchema.parse(z.toJSONSchema(schema, { io: 'input' })));
const answers = fc.oneof(valuesOf(StationTile), valuesOf(Station), valuesOf(Config), oddValues);
const changed = fc.tuple(answers, fc.nat()).map(([value, at]) => {
  const changes = changesOf(value, '');
  return changes[at % changes.length]?.value;
});
const bodies = fc.oneof(
  fc.oneof(answers, changed).map((value) => JSON.stringify(value)),
  oddTexts,
);
const messages = fc.oneof(
  fc.record({
    type: fc.constantFrom('ANSWERED', 'UNANSWERED', 'NOTIFIED', 'OPEN', '__proto__'),
    url: fc.oneof(fc.webUrl(), oddTexts),
    body: bodies,
  }),
  oddValues,
);

it(`${fuzzCases} arbitrary messages never break the page`, () => {
  const store = createStore();
  for (const message of fc.sample(messages, { numRuns: fuzzCases, seed: seedOf('late answers') })) {
    expect(() => applyMessage(store, message), JSON.stringify(message)).not.toThrow();
  }
  expect(JSON.stringify(store.getState())).toBeTypeOf('string');
});
