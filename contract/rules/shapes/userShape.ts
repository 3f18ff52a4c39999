import type { CalendarDay, User } from '../../signIn/auth.ts';
import type { Language } from '../../config.ts';
import { isFlag, isText, isWithin, objectOf, orNull } from './shapes.ts';

/**
 * Checks only the shape of a user, because the app itself wrote the stored user. A stored value with
 * another shape, as from an older version of the app, is ignored.
 */
export const isUser = objectOf<User>({
  id: isText,
  phone: orNull(isText),
  name: orNull(isText),
  email: orNull(isText),
  emailConfirmed: isFlag,
  birthDate: orNull(
    objectOf<CalendarDay>({
      year: isWithin(1, 9999),
      month: isWithin(1, 12),
      day: isWithin(1, 31),
    }),
  ),
  photo: orNull(isText),
  inviteCode: isText,
  language: (value): value is Language => isText(value),
  createdAt: isText,
});
