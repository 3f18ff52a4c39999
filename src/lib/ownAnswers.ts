import { local } from './storage.ts';

const storageKeys = {
  coupons: 'keptCoupons',
  referral: 'keptReferral',
  notifications: 'keptNotifications',
} as const;

/** What of the person who is signed in this device keeps, to be shown without a network. */
export type OwnAnswerName = keyof typeof storageKeys;

export interface OwnAnswer {
  value: unknown;
  /** When the server said so, in milliseconds since the epoch. */
  at: number;
}

export function keepOwnAnswer(name: OwnAnswerName, answer: OwnAnswer): void {
  local.set(storageKeys[name], JSON.stringify(answer));
}

/** Null where nothing is kept, or nothing that can be read. */
export function readOwnAnswer(name: OwnAnswerName): OwnAnswer | null {
  const text = local.get(storageKeys[name]);
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== 'object' || kept === null) return null;
    if (!('value' in kept) || !('at' in kept) || typeof kept.at !== 'number') return null;
    return { value: kept.value, at: kept.at };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** For whenever a session ends: nobody else on this device is to see them. */
export function forgetOwnAnswers(): void {
  for (const key of Object.values(storageKeys)) local.remove(key);
}
