import type { User } from '../../../contract/auth.ts';
import type { EmailChanged } from '../../../contract/profile.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { countCall, uncountCall } from '../../http/limits/rateLimit.ts';
import type { MailSender } from '../../providers/mail/sender.ts';
import type { CodeVault } from '../auth/codes/codeSecret.ts';
import { findUser, lockUser, presentUser, updateUser } from '../auth/users.ts';
import {
  answerEmailCode,
  endPendingChange,
  issueEmailCode,
  type EmailAnswer,
} from './emailCodes.ts';
import { mailText } from './mailText.ts';

const hour = 60 * 60;

/**
 * Changes a rider's e-mail address. Null removes the address. With a mail provider, the rider must
 * first confirm the new address with a code, unless it is confirmed already. Without a mail provider,
 * the new address is stored as not confirmed.
 *
 * @throws {ProblemError} `tooManyRequests`, `unavailable`.
 */
export async function changeEmail(
  deps: Dependencies,
  vault: CodeVault,
  { userId, email, caller }: { userId: string; email: string | null; caller: string },
): Promise<EmailChanged> {
  const { mail } = deps;
  const saved = await inTransaction(deps.db, async (trx) => {
    const user = await lockUser(trx, userId);
    const isConfirmed = user.email === email && user.email_confirmed_at !== null;
    if (email !== null && mail && !isConfirmed) return null;
    await endPendingChange(trx, userId, deps.clock.now());
    return isConfirmed
      ? presentUser(await findUser(trx, userId))
      : setEmail(trx, userId, email, null);
  });
  if (saved) return { status: 'saved', user: saved };
  if (email === null || !mail) throw new Error('there is no address or no mail provider');
  const now = deps.clock.now();
  const { perAddressPerHour, perPhonePerDay } = deps.settings.codeLimits;
  const perAddress = { name: 'code:address', limit: perAddressPerHour, windowSeconds: hour };
  const perEmail = { name: 'code:email', limit: perPhonePerDay, windowSeconds: 24 * hour };
  await countCall(deps.db, perAddress, caller, now);
  await countCall(deps.db, perEmail, email, now);
  const issued = await issueEmailCode(deps, vault, { userId, email }, (code, language) =>
    sendMail(deps, mail, { to: email, ...mailText(deps.settings, language, code), code }),
  ).catch(async (error: unknown) => {
    // No mail was sent, so it does not count against the limit of the address.
    await uncountCall(deps.db, perEmail, email, now);
    throw error;
  });
  return { status: 'codeSent', ...issued };
}

/** @throws {ProblemError} as `answerEmailCode` does. */
export function verifyEmailChange(
  deps: Dependencies,
  vault: CodeVault,
  answer: EmailAnswer,
): Promise<User> {
  return answerEmailCode(deps, vault, answer, (trx, email, now) =>
    setEmail(trx, answer.userId, email, now),
  );
}

async function setEmail(
  trx: Trx,
  userId: string,
  email: string | null,
  confirmedAt: Date | null,
): Promise<User> {
  await updateUser(trx, userId, { email, email_confirmed_at: confirmedAt });
  return presentUser(await findUser(trx, userId));
}

async function sendMail(
  { log }: Pick<Dependencies, 'log'>,
  mail: MailSender,
  message: Parameters<MailSender['send']>[0],
): Promise<void> {
  try {
    await mail.send(message).catch(() => mail.send(message));
  } catch (error) {
    log.error({ err: error }, 'the mail server did not send a code');
    throw new ProblemError('unavailable', { retryAfter: 5 });
  }
}
