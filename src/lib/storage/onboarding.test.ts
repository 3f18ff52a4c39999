// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  flagsAtStart,
  isPending,
  onboardingKeys,
  onboardingSteps,
  restartOnboarding,
  startOnboarding,
  stepSeen,
} from './onboarding.ts';

beforeEach(() => window.localStorage.clear());

const stored = () => onboardingSteps.map((step) => localStorage.getItem(onboardingKeys[step]));

describe('at start-up', () => {
  const flag = fc.option(
    fc.oneof(
      { arbitrary: fc.constantFrom('1', '2', ''), weight: 3 },
      { arbitrary: fc.string(), weight: 1 },
    ),
  );
  const flags = fc.record({
    newUser: fc.option(fc.constantFrom('1', '2', 'x'), { freq: 2 }),
    card: flag,
    add: flag,
    cell: flag,
    unlock: flag,
    download: flag,
    track: flag,
    charging: flag,
  });

  test('at the start, all flags are set to 1, unless a new-user flag exists or any flag equals 2', () => {
    fc.assert(
      fc.property(flags, (before) => {
        const after = flagsAtStart(before);
        if (before.newUser !== null || Object.values(before).includes('2')) {
          expect(after).toEqual(before);
        } else {
          expect(new Set(Object.values(after))).toEqual(new Set(['1']));
          expect(Object.keys(after)).toEqual(Object.keys(before));
        }
      }),
    );
  });

  test('a second start changes nothing', () => {
    fc.assert(
      fc.property(flags, (before) => {
        const after = flagsAtStart(before);
        expect(flagsAtStart(after)).toBe(after);
      }),
    );
  });

  test('a new device gets every flag, and each flag has its own key', () => {
    startOnboarding();
    expect(stored()).toEqual(onboardingSteps.map(() => '1'));
    expect(localStorage).toHaveLength(8);
  });

  test.each(['1', '2', 'seen'])('if the new-user flag is %j, nothing changes', (flag) => {
    localStorage.setItem(onboardingKeys.newUser, flag);
    startOnboarding();
    expect(localStorage).toHaveLength(1);
    expect(localStorage.getItem(onboardingKeys.newUser)).toBe(flag);
    expect(isPending('newUser')).toBe(flag === '1');
    expect(isPending('card')).toBe(false);
  });

  test('if one flag is 2, nothing changes', () => {
    localStorage.setItem(onboardingKeys.track, '2');
    localStorage.setItem(onboardingKeys.card, '1');
    startOnboarding();
    expect(localStorage).toHaveLength(2);
    expect(isPending('newUser')).toBe(false);
    expect(isPending('card')).toBe(true);
  });

  test('old flags without a 2 and without a new-user flag are set to 1', () => {
    localStorage.setItem(onboardingKeys.add, '0');
    startOnboarding();
    expect(stored()).toEqual(onboardingSteps.map(() => '1'));
  });
});

test('a seen tip stays seen after the next start, and a reset makes all tips appear again', () => {
  startOnboarding();
  stepSeen('unlock');
  expect(isPending('unlock')).toBe(false);
  startOnboarding();
  expect(isPending('unlock')).toBe(false);
  expect(isPending('cell')).toBe(true);
  restartOnboarding();
  expect(stored()).toEqual(onboardingSteps.map(() => '1'));
});

test('without storage, each tip is shown once per visit', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  startOnboarding();
  expect(isPending('newUser')).toBe(true);
  stepSeen('newUser');
  expect(isPending('newUser')).toBe(false);
  expect(isPending('card')).toBe(true);
});
