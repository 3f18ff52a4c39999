import { useEffect } from 'react';
import type { Guard } from '../../contract/rules/shapes/shapes.ts';
import { storePersonalAnswer, readPersonalAnswer } from './personalAnswers.ts';
import type { PersonalAnswer, PersonalAnswerName } from './personalAnswers.ts';
import { api } from './api.ts';
import { readSessionId } from './session.ts';

const personalAnswersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Reads the answer that is stored on this device, without a request. The entry is deleted at the end of
     * the session, like all personal data.
     */
    getPersonalAnswer: build.query<PersonalAnswer | null, PersonalAnswerName>({
      queryFn: async (name) => ({ data: await readPersonalAnswer(name, readSessionId()) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

/**
 * Returns the answer that is stored on this device. The answer is undefined while it is being read or is not
 * needed, and null if none is stored.
 */
export function useStoredAnswer<T>(
  name: PersonalAnswerName,
  isShape: Guard<T>,
  isNeeded: boolean,
): { value: T; at: number } | null | undefined {
  const { currentData: stored } = personalAnswersApi.useGetPersonalAnswerQuery(name, {
    skip: !isNeeded,
    refetchOnMountOrArgChange: true,
  });
  if (!isNeeded || stored === undefined) return undefined;
  return stored !== null && isShape(stored.value) ? { value: stored.value, at: stored.at } : null;
}

/** The data for a screen: the answer of the server, or the answer stored on this device. */
export interface Shown<T> {
  data: T | undefined;
  /**
   * When the data was loaded, in milliseconds since the epoch. The time is set only if the last request
   * failed.
   */
  oldFrom: number | null;
  /** True if the query failed and this device has stored no answer. */
  isMissing: boolean;
}

/**
 * Stores the answers of a query for the logged-in rider. Returns the stored answer until the query
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
  const stored = useStoredAnswer(name, isShape, data === undefined);

  if (data !== undefined) {
    return { data, oldFrom: isError ? fulfilledTimeStamp : null, isMissing: false };
  }
  const oldFrom = isError && stored ? stored.at : null;
  return { data: stored?.value, oldFrom, isMissing: isError && stored === null };
}
