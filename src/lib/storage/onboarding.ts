import { useSyncExternalStore } from 'react';
import { local } from './storage.ts';

/** Under which name the device keeps the flag of each step (specification, section 3). */
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

/** Each flag as it is kept; null where there is none. */
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
 * The start-up rule (section 4): all flags are set to 1, unless a new-user flag exists or any flag
 * already equals 2.
 */
export function flagsAtStart(kept: OnboardingFlags): OnboardingFlags {
  const isKnown = kept.newUser !== null || onboardingSteps.some((step) => kept[step] === done);
  return isKnown ? kept : flagsOf(() => pending);
}

const listeners = new Set<() => void>();

function write(step: OnboardingStep, flag: string): void {
  local.set(onboardingKeys[step], flag);
  for (const listener of listeners) listener();
}

/** Applies the start-up rule to this device. */
export function startOnboarding(): void {
  const kept = flagsOf((step) => local.get(onboardingKeys[step]));
  const flags = flagsAtStart(kept);
  for (const step of onboardingSteps) {
    const flag = flags[step];
    if (flag !== null && flag !== kept[step]) write(step, flag);
  }
}

/** Whether the step's tip has yet to be seen; a flag that is neither 1 nor 2 asks for nothing. */
export function isPending(step: OnboardingStep): boolean {
  return local.get(onboardingKeys[step]) === pending;
}

/** The step's tip has been seen. */
export function stepSeen(step: OnboardingStep): void {
  write(step, done);
}

/** Shows every tip once more, each at its place. */
export function restartOnboarding(): void {
  for (const step of onboardingSteps) write(step, pending);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Seen in another tab is seen.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The same as `isPending`, followed. */
export function usePendingStep(step: OnboardingStep): boolean {
  return useSyncExternalStore(subscribe, () => isPending(step));
}
