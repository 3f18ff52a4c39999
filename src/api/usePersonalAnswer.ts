import { useEffect } from 'react';
import type { Guard } from '../../contract/rules/shapes/shapes.ts';
import { storePersonalAnswer, readPersonalAnswer } from './personalAnswers.ts';
import type { PersonalAnswer, PersonalAnswerName } from './personalAnswers.ts';
import { api } from './api.ts';
import { readSessionId } from './session.ts';

const personalAnswersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Reads the stored answer of this device. Sends no request. Ends with the session, as all personal
     * data does.
     */
    getPersonalAnswer: build.query<PersonalAnswer | null, PersonalAnswerName>({
      queryFn: async (name) => ({ data: await readPersonalAnswer(name, readSessionId()) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/**
 * The stored answer of this device, if it is needed; undefined while it is being read, null if there is
 * none.
 */
export function useStoredAnswer<T>(
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

/** What a screen shows: the answer of the server, or the answer stored on this device. */
export interface Shown<T> {
  data: T | undefined;
  /** If the server cannot be reached: when the shown data was loaded, in milliseconds since the epoch. */
  oldFrom: number | null;
  /** Neither the server nor this device has the data. */
  isMissing: boolean;
}

/**
 * Stores the answers of a query for the logged-in rider, and returns the stored answer until the query
 * has an answer.
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
    void storePersonalAnswer(name, { value: data, at: fulfilledTimeStamp }, session);
  }, [name, data, fulfilledTimeStamp]);
  const kept = useStoredAnswer(name, isShape, data === undefined);

  if (data !== undefined) {
    return { data, oldFrom: isError ? fulfilledTimeStamp : null, isMissing: false };
  }
  const oldFrom = isError && kept ? kept.at : null;
  return { data: kept?.value, oldFrom, isMissing: isError && kept === null };
}
