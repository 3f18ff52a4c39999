import type { Facts } from '../facts.ts';

/** Checks that the database does not contain sessions in the form that browsers send. */
export function checkSessions({ books }: Facts): string[] {
  return books.plainSessions > 0
    ? [`${books.plainSessions} sessions are stored as plain text`]
    : [];
}

/** Checks that no log contains a card number, a phone number or a session. */
export function checkLogs({ logs }: Facts): string[] {
  return logs.map(({ file, what }) => `${file} contains ${what}`);
}

/** Checks that no table contains the phone number of a deleted account. */
export function checkErasure({ books }: Facts): string[] {
  return books.remains.map(
    ({ phone, column }) => `${column} still has the phone number of a deleted account: ${phone}`,
  );
}
