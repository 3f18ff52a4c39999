import type { User } from '../../../contract/signIn/auth.ts';
import type { ProfileChange } from '../../../contract/profile.ts';
import { inTransaction } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findUser, lockUser, presentUser, updateUser } from '../auth/users.ts';
import { parseBirthDate } from './birthDate.ts';
import { cleanName } from './cleanName.ts';

/** @throws {ProblemError} `invalidInput`, `birthDateInvalid`, `tooYoung`. */
export async function changeProfile(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  userId: string,
  { name, birthDate, language }: ProfileChange,
): Promise<User> {
  const set = {
    ...(name !== undefined && { name: name === null ? null : cleanName(name) }),
    ...(birthDate !== undefined && {
      birth_date: birthDate === null ? null : parseBirthDate(birthDate, clock.now()),
    }),
    ...(language !== undefined && { language }),
  };
  return inTransaction(db, async (trx) => {
    await lockUser(trx, userId);
    if (Object.keys(set).length > 0) {
      await updateUser(trx, userId, set);
    }
    return presentUser(await findUser(trx, userId));
  });
}
