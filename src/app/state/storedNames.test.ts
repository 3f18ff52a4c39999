/// <reference types="vite/types/importMeta.d.ts" />
import { KEY_PREFIX } from 'redux-persist';
import { expect, test } from 'vitest';
import { storageKeys } from '../../lib/constants.ts';
import { continueKeys } from '../../lib/storage/continueToPay.ts';
import { onboardingKeys } from '../../lib/storage/onboarding.ts';

// Installed apps have stored data under these names. A renamed name loses that data, such as the session, the running
// rental or the tiles for the time without a network, unless the new version migrates it. So correct a list here only
// for a new name, or together with a migration.

const files = import.meta.glob<string>(
  ['/src/**/*.{ts,tsx}', '/sw/**/*.ts', '!/**/*.test.{ts,tsx}', '!/src/testing/**'],
  { query: '?raw', import: 'default', eager: true },
);
const sources = Object.values(files);

/** The objects with several keys, by the name with which the code uses them. */
const groups: Readonly<Record<string, readonly string[]>> = {
  storageKeys: Object.values(storageKeys),
  continueKeys: Object.values(continueKeys),
  onboardingKeys: Object.values(onboardingKeys),
};

function constantIn(source: string, declaration: string): string | undefined {
  return new RegExp(`^ *${declaration} = '([^']+)';$`, 'm').exec(source)?.[1];
}

/** Returns the values of the first argument of a call, such as `sessionKey` or `onboardingKeys[step]`. */
function valuesOf(argument: string, source: string): readonly string[] {
  const [, group, property] = /^(\w+)(?:\.(\w+)|\[\w+\])$/.exec(argument) ?? [];
  if (group === 'storageKeys' && property !== undefined) {
    return Object.entries(storageKeys).flatMap(([name, key]) => (name === property ? [key] : []));
  }
  if (group !== undefined) return groups[group] ?? [];
  const value =
    constantIn(source, `(?:export )?const ${argument}`) ??
    sources.flatMap((other) => constantIn(other, `export const ${argument}`) ?? [])[0];
  return value === undefined ? [] : [value];
}

/** Returns the keys with which the app calls the local or the session storage. */
function keysIn(storage: 'local' | 'session'): string[] {
  const keys = sources.flatMap((source) =>
    [
      ...source.matchAll(
        new RegExp(`\\b${storage}\\.(?:get|set|remove|isStored)\\(\\s*([\\w.[\\]]+)`, 'g'),
      ),
    ].flatMap(([call, argument = '']) => {
      const values = valuesOf(argument, source);
      if (values.length === 0) throw new Error(`no key found for ${call}`);
      return values;
    }),
  );
  return [...new Set(keys)].toSorted();
}

test('the keys of the local storage stay the same', () => {
  expect(keysIn('local')).toEqual([
    'app',
    'appInstalled',
    'attempts',
    'changeLanguage',
    'claim',
    'continueToPay',
    'directionsIn',
    'dismissedPromotions',
    'hostSent',
    'installRefused',
    'invite',
    'keepMessages',
    'languageOffer',
    'lastHome',
    'lastMap',
    'onboardingAdd',
    'onboardingCard',
    'onboardingCell',
    'onboardingCharging',
    'onboardingDownload',
    'onboardingNewUser',
    'onboardingTrack',
    'onboardingUnlock',
    'probe',
    'push',
    'pushAsked',
    'raffleHashes',
    'runningOrder',
    'serverClock',
    'sessionEnded',
    'sessionId',
    'shopId',
    'startWords',
    'storageAsked',
    'theme',
  ]);
});

test('the keys of the session storage stay the same', () => {
  expect(keysIn('session')).toEqual([
    'arrivedByLink',
    'bankReturn',
    'drafts',
    'hostDraft',
    'launchWaits',
    'launched',
    'login',
    'place',
    'promotionShown',
    'pushAsked',
    'socialAttempt',
    'updateLater',
    'updatedFrom',
    'userDetail',
    'userDetailOf',
  ]);
});

test('the key of the persisted state stays the same', () => {
  const source = files['/src/app/state/persistence.ts'] ?? '';
  expect(`${KEY_PREFIX}${constantIn(source, 'const key')}`).toBe('persist:app');
});

test('the names of the caches stay the same', () => {
  const names = sources.flatMap((source) =>
    [
      ...source.matchAll(/\b(?:\w*Cache|cacheName)(?: =|:) '([^']+)'/g),
      ...source.matchAll(/'(private-[^']+)'/g),
    ].flatMap(([, name]) => name ?? []),
  );
  expect([...new Set(names)].toSorted()).toEqual([
    'base-map',
    'language',
    'late-code',
    'pictures',
    'private',
    'private-answers',
    'private-documents',
    'private-orders',
    'stations',
    'texts',
  ]);
  // The cache of the app's files has the default name of Workbox. With another name, the worker would fetch all files
  // again.
  expect(sources.filter((source) => source.includes('setCacheNameDetails'))).toEqual([]);
});

test('the entries and the headers inside the caches stay the same', () => {
  const found = (pattern: RegExp) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].flatMap(([, name]) => name ?? []));
  const entries = found(/['`](\/kept-[^'`]+)['`]/g);
  expect(entries.map((entry) => entry.replace(/\$\{(\w+)\}/, '<$1>')).toSorted()).toEqual([
    '/kept-<name>',
    '/kept-orders',
  ]);
  const [names = ''] = found(/^const names = \[\n([^\]]+)\] as const;$/gm);
  expect([...names.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual([
    'coupons',
    'referral',
    'notifications',
    'notification',
    'me',
    'order',
    'stations',
  ]);
  const headers = found(/'(x-(?:kept|owner|stored)[\w-]*)'/g);
  expect([...new Set(headers)].toSorted()).toEqual([
    'x-kept',
    'x-kept-at',
    'x-kept-name',
    'x-owner',
    'x-stored',
  ]);
});

// While a new version replaces an old one, the popup and the waiting page may have different versions.
test('the messages between the popup and the waiting page stay the same', () => {
  const source = files['/src/features/auth/social/popup.ts'] ?? '';
  expect(constantIn(source, 'const channelName')).toBe('social');
  const found = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, name, value]) => `${name}: ${value}`).toSorted();
  expect(found(/\{ (\w+): '(\w+)', attemptId \}/g)).toEqual(['told: heard', 'told: returned']);
  expect(found(/\bdata\.(\w+) [!=]== '(\w+)'/g)).toEqual(['told: heard', 'told: returned']);
});
