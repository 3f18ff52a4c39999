import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../testing/fakeCaches.ts';
import { storePersonalAnswer, readPersonalAnswer } from './personalAnswers.ts';
import { storePrivate } from './privateCache.ts';
import { forgetSessionId, storeSessionId } from './session.ts';

const session = 'session-0123456789';

beforeEach(() => {
  fakeCaches();
  storeSessionId(session);
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetSessionId();
});

test('an answer is stored with its time, and only its session can read it', async () => {
  const answer = { value: { coupons: [] }, at: Date.now() };
  await storePersonalAnswer('coupons', answer, session);
  expect(await readPersonalAnswer('coupons', session)).toEqual(answer);
  expect(await readPersonalAnswer('referral', session)).toBeNull();
  expect(await readPersonalAnswer('coupons', 'session-of-somebody-else')).toBeNull();
});

test.each([
  '',
  'null',
  '[]',
  '{"value":',
  '{"value":{}}',
  '{"at":1}',
  '{"value":{},"at":"today"}',
  '{"value":{},"at":1e99}',
])('an incomplete or invalid answer is ignored: %s', async (text) => {
  await storePrivate('private-answers', '/kept-coupons', new Response(text), { session, most: 4 });
  expect(await readPersonalAnswer('coupons', session)).toBeNull();
});
