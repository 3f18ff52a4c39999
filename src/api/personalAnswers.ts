import { isMoment } from '../../contract/rules/shapes/shapes.ts';
import { storePrivate, readPrivate } from './privateCache.ts';

/**
 * The names of the stored answers. `notification` is the notification that the rider opened last, for example
 * from a push message. The list of notifications may not contain that notification.
 */
const names = [
  'coupons',
  'referral',
  'notifications',
  'notification',
  'me',
  'order',
  'stations',
] as const;

/**
 * The name of personal data that this device stores, so that the app can show it without a network.
 */
export type PersonalAnswerName = (typeof names)[number];

export interface PersonalAnswer {
  value: unknown;
  /** When this device got the answer, in milliseconds since the epoch. */
  at: number;
}

/** The cache has one entry for each name. The path is only a cache key; the server has no such path. */
const keyOf = (name: PersonalAnswerName) => `/kept-${name}`;

export function storePersonalAnswer(
  name: PersonalAnswerName,
  answer: PersonalAnswer,
  session: string,
): Promise<void> {
  const most = names.length;
  return storePrivate('private-answers', keyOf(name), Response.json(answer), { session, most });
}

/** Returns null if nothing readable is stored. */
export async function readPersonalAnswer(
  name: PersonalAnswerName,
  session: string | null,
): Promise<PersonalAnswer | null> {
  const answer = await readPrivate('private-answers', keyOf(name), session);
  if (answer === null) return null;
  try {
    const stored: unknown = await answer.json();
    if (typeof stored !== 'object' || stored === null) return null;
    if (!('value' in stored) || !('at' in stored) || !isMoment(stored.at)) return null;
    return { value: stored.value, at: stored.at };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
