import type { Facts } from '../facts.ts';

/** Checks that the database has no session in the form that browsers send. */
export function checkSessions({ books }: Facts): string[] {
  return books.plainSessions > 0
    ? [`${books.plainSessions} sessions are stored as plain text`]
    : [];
}

/** Checks that no log contains a card number, a phone number or a session. */
export function checkLogs({ logs }: Facts): string[] {
  return logs.map(({ file, what }) => `${file} contains ${what}`);
}

/** Checks that the phone numbers of deleted accounts are in no table. */
export function checkErasure({ books }: Facts): string[] {
  return books.remains.map(
    ({ phone, column }) => `${column} still has the phone number of a deleted account: ${phone}`,
  );
}
