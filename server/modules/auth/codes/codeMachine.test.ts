import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answerCode,
  answerCounted,
  codeLifetimeMs,
  countTry,
  giveTryBack,
  inheritedFailures,
  maxFailures,
  resendDelayMs,
  type CodeStatus,
} from './codeMachine.ts';

type Step = { do: 'answer'; right: boolean } | { do: 'resend' } | { do: 'wait'; ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('answer'), right: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('resend') }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait'),
        ms: fc.integer({ min: 0, max: codeLifetimeMs * 1.2 }),
      }),
    },
  ),
  { maxLength: 60 },
);

const issue = (failures: number, now: number): CodeStatus => ({
  state: 'issued',
  failures,
  expiresAt: now + codeLifetimeMs,
});

test('in any sequence of tries, a code is accepted at most once, in time, and before the fifth failure', () => {
  fc.assert(
    fc.property(steps, (actions) => {
      let now = 1_000_000;
      let code = issue(0, now);
      let verifiedTimes = 0;
      let wrongInARow = 0;
      let lastWrongAt = now;
      for (const action of actions) {
        if (action.do === 'wait') now += action.ms;
        if (action.do === 'resend') {
          const failures = inheritedFailures(code, now);
          if (failures >= maxFailures) continue;
          if (now >= code.expiresAt || code.state === 'verified') wrongInARow = 0;
          code = issue(failures, now);
          verifiedTimes = 0;
        }
        if (action.do === 'answer') {
          const before = code;
          const { status, outcome } = answerCode(before, action.right, now);
          if (outcome === 'verified') {
            verifiedTimes++;
            expect(before.state).toBe('issued');
            expect(now).toBeLessThan(before.expiresAt);
            expect(before.failures).toBeLessThan(maxFailures);
          }
          if (status.failures > before.failures) {
            wrongInARow++;
            lastWrongAt = now;
          }
          expect(status.failures - before.failures).toBeLessThanOrEqual(1);
          code = status;
        }
        expect(verifiedTimes).toBeLessThanOrEqual(1);
        expect(code.failures).toBeLessThanOrEqual(maxFailures);
        // All codes that replace each other share five tries.
        expect(wrongInARow).toBeLessThanOrEqual(maxFailures);
        expect(lastWrongAt).toBeLessThanOrEqual(now);
      }
    }),
    { numRuns: 500 },
  );
});

test('a final state never changes', () => {
  const ended = fc.constantFrom('verified', 'expired', 'exhausted', 'superseded');
  fc.assert(
    fc.property(ended, fc.boolean(), fc.nat(), (state, isRight, now) => {
      const code: CodeStatus = { state, failures: 2, expiresAt: 1_000 };
      const { status, outcome } = answerCode(code, isRight, now);
      expect(status).toBe(code);
      expect(outcome).not.toBe('verified');
    }),
  );
});

test('the wait for the next code doubles, up to an hour', () => {
  expect([1, 2, 3, 4].map(resendDelayMs)).toEqual([30_000, 60_000, 120_000, 240_000]);
  expect(resendDelayMs(40)).toBe(60 * 60_000);
});

test('at most five wrong tries count against a code, even if the provider checks several at the same time', () => {
  const answers = fc.constantFrom('right', 'wrong', 'none');
  const events = fc.array(fc.oneof(fc.constant('ask'), answers), { maxLength: 40 });
  fc.assert(
    fc.property(events, (happened) => {
      let code = issue(0, 0);
      let waiting = 0;
      let wrong = 0;
      let verifiedTimes = 0;
      for (const event of happened) {
        if (event === 'ask') {
          const { status, outcome } = countTry(code, 1);
          if (outcome === 'counted') waiting++;
          else expect(status).toBe(code);
          code = status;
        } else if (waiting > 0) {
          waiting--;
          const before = code;
          if (event === 'none') {
            code = giveTryBack(code);
          } else {
            const { status, outcome } = answerCounted(code, event === 'right');
            code = status;
            if (outcome === 'verified') verifiedTimes++;
            if (event === 'wrong') wrong++;
          }
          if (before.state !== 'issued') expect(code).toBe(before);
        }
        expect(verifiedTimes).toBeLessThanOrEqual(1);
        expect(wrong).toBeLessThanOrEqual(maxFailures);
        if (code.state === 'issued') expect(wrong + waiting).toBe(code.failures);
      }
    }),
    { numRuns: 500 },
  );
});
