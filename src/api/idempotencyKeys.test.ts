// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import { errorCodes, errorStatus } from '../../contract/errors.ts';
import { isDefinitive, settleAttempt, withAttemptKey } from './idempotencyKeys.ts';
import type { ApiRequest } from './baseQuery.ts';

beforeEach(() => localStorage.clear());

const pay = (paymentMethodId: string, url = '/api/orders/1/pay'): ApiRequest => ({
  url,
  method: 'POST',
  body: { paymentMethodId },
});
const keyOf = (request: ApiRequest) => withAttemptKey(request).idempotencyKey;
const refusal = (code: ErrorCode | 'network') =>
  Promise.reject({ error: { status: code === 'network' ? 0 : errorStatus[code], code } });

/**
 * The steps of the test. A reload of the page is not a step, because it changes nothing: the module
 * has no state outside the storage.
 */
type Event =
  | { kind: 'send'; method: string }
  | { kind: 'answer'; code: ErrorCode | 'network' | 'ok' };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), method: fc.constantFrom('a', 'b', 'c') }),
  fc.record({
    kind: fc.constant('answer' as const),
    code: fc.constantFrom<(ErrorCode | 'network' | 'ok')[]>('ok', 'network', ...errorCodes),
  }),
);

describe('the idempotency key of an attempt', () => {
  it('stays the same until a definitive answer or a changed request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        localStorage.clear();
        const used = new Set<string>();
        const open = new Map<string, string>();
        let last = 'a';
        for (const step of events) {
          if (step.kind === 'send') {
            last = step.method;
            const key = keyOf(pay(last));
            if (open.has(last)) expect(key).toBe(open.get(last));
            else expect(used).not.toContain(key);
            used.add(key);
            open.clear();
            open.set(last, key);
          } else {
            const answer = step.code === 'ok' ? Promise.resolve() : refusal(step.code);
            await settleAttempt(pay(last), answer);
            const over =
              step.code === 'ok' ||
              (step.code !== 'network' &&
                isDefinitive({ status: errorStatus[step.code], code: step.code }));
            if (over) open.clear();
          }
        }
      }),
    );
  });

  it('is long enough for the server and unique', () => {
    const keys = Array.from({ length: 200 }, (_, index) => keyOf(pay(`method-${index}`)));
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<ErrorCode | 'network'>([
    'network',
    'serverError',
    'unavailable',
    'paymentProviderUnavailable',
    'requestInProgress',
    'tooManyRequests',
    'signInRequired',
    'updateRequired',
  ])('stays the same after %s', async (code) => {
    const key = keyOf(pay('a'));
    await settleAttempt(pay('a'), refusal(code));
    expect(keyOf(pay('a'))).toBe(key);
  });

  it.each<ErrorCode>(['paymentDeclined', 'ongoingOrder', 'idempotencyKeyReused', 'notPayable'])(
    'is dropped after %s',
    async (code) => {
      const key = keyOf(pay('a'));
      await settleAttempt(pay('a'), refusal(code));
      expect(keyOf(pay('a'))).not.toBe(key);
    },
  );

  it('belongs to one path', async () => {
    const first = keyOf(pay('a', '/api/orders/1/pay'));
    const second = keyOf(pay('a', '/api/orders/2/pay'));
    expect(second).not.toBe(first);
    await settleAttempt(pay('a', '/api/orders/2/pay'), Promise.resolve());
    expect(keyOf(pay('a', '/api/orders/1/pay'))).toBe(first);
  });

  it('is not dropped by a late answer to an earlier, different request', async () => {
    keyOf(pay('a'));
    const key = keyOf(pay('b'));
    await settleAttempt(pay('a'), Promise.resolve());
    expect(keyOf(pay('b'))).toBe(key);
  });

  it('expires after 24 hours', () => {
    vi.useFakeTimers();
    const key = keyOf(pay('a'));
    vi.advanceTimersByTime(25 * 3600_000);
    expect(keyOf(pay('a'))).not.toBe(key);
    vi.useRealTimers();
  });

  it('is stored without the body, and invalid stored data causes no error', () => {
    keyOf(pay('tok_secret'));
    expect(localStorage.getItem('attempts')).not.toContain('tok_secret');
    for (const rubbish of ['', '{', 'null', '[]', '{"/api/orders/1/pay":{"key":1}}']) {
      localStorage.setItem('attempts', rubbish);
      expect(keyOf(pay('a'))).toMatch(/^[0-9a-f]{32}$/);
    }
  });
});
