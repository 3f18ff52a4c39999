import { useEffect } from 'react';
import type { Guard } from '../../contract/rules/shapes/shapes.ts';
import { keepPersonalAnswer, readPersonalAnswer } from './personalAnswers.ts';
import type { PersonalAnswer, PersonalAnswerName } from './personalAnswers.ts';
import { api } from './api.ts';
import { readSessionId } from './session.ts';

const personalAnswersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What this device kept; asks nobody, and ends with the session like all that is the person's. */
    getPersonalAnswer: build.query<PersonalAnswer | null, PersonalAnswerName>({
      queryFn: async (name) => ({ data: await readPersonalAnswer(name, readSessionId()) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/** What this device kept, where it is needed; undefined while it is read, null where that is nothing. */
export function useKeptAnswer<T>(
  name: PersonalAnswerName,
  isShape: Guard<T>,
  isNeeded: boolean,
): { value: T; at: number } | null | undefined {
  const { currentData: kept } = personalAnswersApi.useGetPersonalAnswerQuery(name, {
    skip: !isNeeded,
    refetchOnMountOrArgChange: true,
  });
  if (!isNeeded || kept === undefined) return undefined;
  return kept !== null && isShape(kept.value) ? { value: kept.value, at: kept.at } : null;
}

/** What a screen shows of an answer: the server's, or what this device kept of it. */
export interface Shown<T> {
  data: T | undefined;
  /** Where the server could not be asked: the age of what is shown, in milliseconds since the epoch. */
  oldFrom: number | null;
  /** Neither the server nor this device has it. */
  isMissing: boolean;
}

/**
 * Keeps what a query answers for the person who is signed in, and shows what was kept earlier for as
 * long as it has not answered.
 */
export function usePersonalAnswer<T>(
  name: PersonalAnswerName,
  isShape: Guard<T>,
  query: { data?: T | undefined; isError: boolean; fulfilledTimeStamp?: number | undefined },
): Shown<T> {
  const { data, isError, fulfilledTimeStamp = 0 } = query;
  useEffect(() => {
    const session = readSessionId();
    if (data === undefined || session === null) return;
    void keepPersonalAnswer(name, { value: data, at: fulfilledTimeStamp }, session);
  }, [name, data, fulfilledTimeStamp]);
  const kept = useKeptAnswer(name, isShape, data === undefined);

  if (data !== undefined) {
    return { data, oldFrom: isError ? fulfilledTimeStamp : null, isMissing: false };
  }
  const oldFrom = isError && kept ? kept.at : null;
  return { data: kept?.value, oldFrom, isMissing: isError && kept === null };
}
