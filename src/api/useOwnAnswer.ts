import { useEffect } from 'react';
import type { Guard } from '../../contract/rules/shapes.ts';
import { keepOwnAnswer, readOwnAnswer } from '../lib/ownAnswers.ts';
import type { OwnAnswerName } from '../lib/ownAnswers.ts';

/** What a screen shows of an answer: the server's, or what this device kept of it. */
export interface Shown<T> {
  data: T | undefined;
  /** Where the server could not be asked: the age of what is shown, in milliseconds since the epoch. */
  oldFrom: number | null;
}

/**
 * Keeps what a query answers for the person who is signed in, and shows what was kept earlier for as
 * long as it has not answered.
 */
export function useOwnAnswer<T>(
  name: OwnAnswerName,
  isShape: Guard<T>,
  query: { data?: T | undefined; isError: boolean; fulfilledTimeStamp?: number | undefined },
): Shown<T> {
  const { data, isError, fulfilledTimeStamp = 0 } = query;
  useEffect(() => {
    if (data !== undefined) keepOwnAnswer(name, { value: data, at: fulfilledTimeStamp });
  }, [name, data, fulfilledTimeStamp]);

  if (data !== undefined) return { data, oldFrom: isError ? fulfilledTimeStamp : null };
  // Looked up each time: whoever is signed in may have changed while the screen stood.
  const kept = readOwnAnswer(name);
  if (kept === null || !isShape(kept.value)) return { data: undefined, oldFrom: null };
  return { data: kept.value, oldFrom: isError ? kept.at : null };
}
