import { useSyncExternalStore } from 'react';
import { local } from './storage.ts';

/** The storage key of each step's flag (specification, section 3). */
export const onboardingKeys = {
  newUser: 'onboardingNewUser',
  card: 'onboardingCard',
  add: 'onboardingAdd',
  cell: 'onboardingCell',
  unlock: 'onboardingUnlock',
  download: 'onboardingDownload',
  track: 'onboardingTrack',
  charging: 'onboardingCharging',
} as const;

export type OnboardingStep = keyof typeof onboardingKeys;

export const onboardingSteps = [
  'newUser',
  'card',
  'add',
  'cell',
  'unlock',
  'download',
  'track',
  'charging',
] as const satisfies readonly OnboardingStep[];

export const pending = '1';
const done = '2';

/** The stored flags. A flag is null if it is missing. */
export type OnboardingFlags = Readonly<Record<OnboardingStep, string | null>>;

function flagsOf(value: (step: OnboardingStep) => string | null): OnboardingFlags {
  return {
    newUser: value('newUser'),
    card: value('card'),
    add: value('add'),
    cell: value('cell'),
    unlock: value('unlock'),
    download: value('download'),
    track: value('track'),
    charging: value('charging'),
  };
}

/**
 * Returns the flags after a start (section 4 of the specification): all flags are set to 1, unless a new-user flag
 * exists or any flag is already 2.
 */
export function flagsAtStart(stored: OnboardingFlags): OnboardingFlags {
  const isKnown = stored.newUser !== null || onboardingSteps.some((step) => stored[step] === done);
  return isKnown ? stored : flagsOf(() => pending);
}

const listeners = new Set<() => void>();

function write(step: OnboardingStep, flag: string): void {
  local.set(onboardingKeys[step], flag);
  for (const listener of listeners) listener();
}

/** Applies `flagsAtStart` to the stored flags of this device. */
export function startOnboarding(): void {
  const stored = flagsOf((step) => local.get(onboardingKeys[step]));
  const flags = flagsAtStart(stored);
  for (const step of onboardingSteps) {
    const flag = flags[step];
    if (flag !== null && flag !== stored[step]) write(step, flag);
  }
}

/**
 * Returns whether the tip of the step must still be shown. If the flag has any value except 1, no
 * tip is shown.
 */
export function isPending(step: OnboardingStep): boolean {
  return local.get(onboardingKeys[step]) === pending;
}

/** Stores that the user has seen the tip of the step. */
export function stepSeen(step: OnboardingStep): void {
  write(step, done);
}

/** Makes every tip appear again. */
export function restartOnboarding(): void {
  for (const step of onboardingSteps) write(step, pending);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may have shown the tip and changed the flag.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Returns the result of `isPending`, and renders again when the result changes. */
export function usePendingStep(step: OnboardingStep): boolean {
  return useSyncExternalStore(subscribe, () => isPending(step));
}
