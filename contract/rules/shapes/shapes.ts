import type { Money } from '../../money.ts';

/**
 * Checks the shape of a value from outside. Guards are written by hand, because the app does not
 * include zod.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A number within limits. For example, a map fails with coordinates outside the earth. */
export const isWithin =
  (least: number, most: number): Guard<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= least && value <= most;

export const isLatitude = isWithin(-90, 90);
export const isLongitude = isWithin(-180, 180);

/** A number of milliseconds since the epoch that a `Date` can hold (ECMA-262, section 21.4.1.1). */
export const isMoment = isWithin(-8.64e15, 8.64e15);

/** A text in the form of an ISO 4217 code. `Intl` throws an error for a code that does not have three letters. */
export const isCurrency = (value: unknown): value is string =>
  isText(value) && /^[A-Z]{3}$/.test(value);

/** A time in ISO 8601, or any other text that `Date` can parse. */
export const isTime = (value: unknown): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

export const isOneOf =
  <T extends string>(...words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value);

export const orNull =
  <T>(guard: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || guard(value);

/** A guard for a field that a later version added: an older server or stored data may not have the field. */
export const orAbsent =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const listOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

/** An object with at least these fields. A newer server may add more fields. */
export const objectOf =
  <T extends object>(fields: { [Name in keyof T]-?: Guard<T[Name]> }): Guard<T> =>
  (value): value is T => {
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries<Guard<unknown>>(fields).every(([name, guard]) =>
      guard(Reflect.get(value, name)),
    );
  };

export const isMoney = objectOf<Money>({ amount: isNumber, currency: isCurrency });
