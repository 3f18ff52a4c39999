import { isMoment } from '../../contract/rules/shapes/shapes.ts';
import { keepPrivate, readPrivate } from './privateCache.ts';

/** `notification`: the one that was opened last, as from a push message, past the list. */
const names = ['coupons', 'referral', 'notifications', 'notification', 'me', 'order'] as const;

/** What of the person who is signed in this device keeps, to be shown without a network. */
export type PersonalAnswerName = (typeof names)[number];

export interface PersonalAnswer {
  value: unknown;
  /** When the server said so, in milliseconds since the epoch. */
  at: number;
}

/** One answer of each name, which is no address of anything. */
const keyOf = (name: PersonalAnswerName) => `/kept-${name}`;

export function keepPersonalAnswer(
  name: PersonalAnswerName,
  answer: PersonalAnswer,
  session: string,
): Promise<void> {
  const most = names.length;
  return keepPrivate('private-answers', keyOf(name), Response.json(answer), { session, most });
}

/** Null where nothing is kept, or nothing that can be read. */
export async function readPersonalAnswer(
  name: PersonalAnswerName,
  session: string | null,
): Promise<PersonalAnswer | null> {
  const answer = await readPrivate('private-answers', keyOf(name), session);
  if (answer === null) return null;
  try {
    const kept: unknown = await answer.json();
    if (typeof kept !== 'object' || kept === null) return null;
    if (!('value' in kept) || !('at' in kept) || !isMoment(kept.at)) return null;
    return { value: kept.value, at: kept.at };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
