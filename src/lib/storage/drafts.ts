import { useState } from 'react';
import { isTime } from '../../../contract/rules/shapes/shapes.ts';
import { storageKeys } from '../constants.ts';
import { session } from './storage.ts';

/**
 * The fields with drafts. A draft is input that the user typed and did not save. It survives a
 * reload and a lost network.
 */

export type DraftField =
  | 'name'
  | 'email'
  | 'birthDate'
  | 'phone'
  | 'emailCode'
  | 'phoneCode'
  | 'report'
  | 'waitingChange';

interface StoredDrafts {
  /**
   * The id of the rider who typed the drafts. When the tab is restored, another rider may be logged
   * in.
   */
  owner: string;
  values: Record<string, unknown>;
}

type Guard<T> = (value: unknown) => value is T;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readStored(owner: string): StoredDrafts {
  const none = { owner, values: {} };
  try {
    const stored: unknown = JSON.parse(session.get(storageKeys.drafts) ?? 'null');
    if (!isRecord(stored) || stored['owner'] !== owner || !isRecord(stored['values'])) return none;
    return { owner, values: stored['values'] };
  } catch (error) {
    if (error instanceof SyntaxError) return none;
    throw error;
  }
}

/** Stores a draft. A `value` of null removes the draft. */
export function storeDraft(owner: string, field: DraftField, value: unknown): void {
  const { [field]: _before, ...others } = readStored(owner).values;
  const values = value === null ? others : { ...others, [field]: value };
  if (Object.keys(values).length === 0) session.remove(storageKeys.drafts);
  else session.set(storageKeys.drafts, JSON.stringify({ owner, values }));
}

export function readDraft<T>(owner: string, field: DraftField, isValue: Guard<T>): T | null {
  const value = readStored(owner).values[field];
  return isValue(value) ? value : null;
}

export interface Draft<T> {
  value: T;
  /** True if the typed value differs from the saved value. */
  isDirty: boolean;
  change: (value: T) => void;
  forget: () => void;
}

/** Returns the value of a field: the draft, or the saved value if there is no draft. */
export function useDraft<T>(
  owner: string,
  field: DraftField,
  saved: T,
  isValue: Guard<T>,
): Draft<T> {
  const [typed, type] = useState(() => readDraft(owner, field, isValue));

  const put = (value: T | null) => {
    type(value);
    storeDraft(owner, field, value);
  };
  return {
    value: typed ?? saved,
    isDirty: typed !== null && JSON.stringify(typed) !== JSON.stringify(saved),
    change: put,
    forget: () => put(null),
  };
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A confirmation code that was sent to a new email address or phone number. */
export interface PendingContact {
  requestId: string;
  /** The time from which the user can request another code, in ISO 8601. */
  resendAt: string;
  /** Email address in lower case, or phone number in E.164 format. */
  contact: string;
}

export function isPendingContact(value: unknown): value is PendingContact {
  return (
    isRecord(value) &&
    isText(value['requestId']) &&
    isTime(value['resendAt']) &&
    isText(value['contact'])
  );
}

export interface PhoneDraft {
  /** The number as the user typed it, without the calling code. */
  typed: string;
  callingCode: string;
  /** The ISO 3166 code of the country; null if no country is selected. */
  country: string | null;
}

export function isPhoneDraft(value: unknown): value is PhoneDraft {
  return (
    isRecord(value) &&
    isText(value['typed']) &&
    isText(value['callingCode']) &&
    (value['country'] === null || isText(value['country']))
  );
}

/** The parts of a date as the user typed them. */
export interface DateDraft {
  month: string;
  day: string;
  year: string;
}

export function isDateDraft(value: unknown): value is DateDraft {
  return isRecord(value) && isText(value['month']) && isText(value['day']) && isText(value['year']);
}
