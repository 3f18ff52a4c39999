import type { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import { isNumber, isOneOf, isText } from '../../../contract/rules/shapes/shapes.ts';
import { readDraft, storeDraft } from './drafts.ts';

/**
 * A change that waits until the rider has proven to own the account. The change contains only data
 * that the rider sees on the page. It contains no code and no data of a card.
 */
export type WaitingChange =
  /** Null removes the address. */
  | { kind: 'email'; email: string | null }
  /** In E.164 format. */
  | { kind: 'phone'; phone: string }
  /** A code confirms a new email address or phone number. The rider must enter the code again. */
  | { kind: 'code' }
  | { kind: 'link'; provider: SocialProvider }
  | { kind: 'unlink'; provider: SocialProvider }
  | { kind: 'refund' }
  | { kind: 'deleteAccount' };

/** The change of one kind. */
export type ChangeOf<Kind extends WaitingChange['kind']> = Extract<WaitingChange, { kind: Kind }>;

interface Stored {
  version: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** The path of the page that makes the change. */
  path: string;
  change: WaitingChange;
}

/** Increase this number if the stored fields change. The app then ignores the changes of older versions. */
const version = 2;

/** In milliseconds. A proof is valid for the same length of time. */
const forgetAfterMs = 10 * 60_000;

const field = 'waitingChange';

/**
 * Stores the change before the rider leaves the app for the page of a login provider. The change is
 * stored with the drafts of the rider, so it ends with the tab and with a logout.
 */
export function storeWaitingChange(owner: string, path: string, change: WaitingChange): void {
  storeDraft(owner, field, { version, at: Date.now(), path, change } satisfies Stored);
}

export function forgetWaitingChange(owner: string): void {
  storeDraft(owner, field, null);
}

/**
 * Returns the change of this rider that waits on this page. Returns null if no change waits, or if the change is too
 * old.
 */
export function readWaitingChange(owner: string, path: string): WaitingChange | null {
  const stored = readDraft(owner, field, isStored);
  if (stored?.path !== path) return null;
  // If the clock was set back, the change counts as too old.
  const age = Date.now() - stored.at;
  return age >= 0 && age < forgetAfterMs ? stored.change : null;
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  return (
    Reflect.get(value, 'version') === version &&
    isNumber(Reflect.get(value, 'at')) &&
    isText(Reflect.get(value, 'path')) &&
    isChange(Reflect.get(value, 'change'))
  );
}

const isProvider = isOneOf<SocialProvider>('facebook', 'apple', 'google');

function isChange(value: unknown): value is WaitingChange {
  if (typeof value !== 'object' || value === null) return false;
  const part = (name: string): unknown => Reflect.get(value, name);
  switch (part('kind')) {
    case 'email':
      return part('email') === null || isText(part('email'));
    case 'phone':
      return isText(part('phone'));
    case 'link':
    case 'unlink':
      return isProvider(part('provider'));
    case 'code':
    case 'refund':
    case 'deleteAccount':
      return true;
    default:
      return false;
  }
}
