import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { retryAt, type Intent, type Job, type JobOutcome } from '../../outbox/outbox.ts';
import { writeMail } from '../../providers/mail/writeMail.ts';
import { addMs } from '../../db/unitOfWork.ts';
import type { UserRow } from '../auth/users.ts';
import { BeforeChange, findChange } from './changeRecords.ts';
import { changeText } from './changeText.ts';
import { makeUndoLink } from './undoLinks.ts';

const messageJob = 'accountChange.message';
const Payload = z.object({ changeId: z.uuid(), by: z.enum(['text', 'mail']) });
type Payload = z.infer<typeof Payload>;

type Contacts = Pick<UserRow, 'phone' | 'email' | 'email_confirmed_at'>;

/**
 * The intents of the messages about a change, to the contacts before the change. An intent contains no contact, because
 * its job reads the contact from the stored change.
 */
export function messagesAbout(changeId: string, before: Contacts): Intent[] {
  const channels: Payload['by'][] = [
    ...(before.phone === null ? [] : ['text' as const]),
    ...(before.email === null || before.email_confirmed_at === null ? [] : ['mail' as const]),
  ];
  return channels.map((by) => ({
    kind: messageJob,
    key: `${messageJob}:${changeId}:${by}`,
    payload: { changeId, by } satisfies Payload,
  }));
}

/** Registers the job that sends one message about a change. */
export function registerChangeMessages(deps: Dependencies): void {
  deps.outbox.handle(messageJob, (payload, job) => send(deps, Payload.parse(payload), job), {
    priority: 'normal',
  });
}

async function send(deps: Dependencies, { changeId, by }: Payload, job: Job): Promise<JobOutcome> {
  const { db, clock, settings, mail, texts, log } = deps;
  const change = await findChange(db, changeId);
  if (!change || change.undone_at !== null || change.expires_at <= clock.now()) return;
  const { phone, email } = BeforeChange.parse(change.before);
  const { kind, language } = change;
  if (by === 'mail') {
    if (email === null || !mail) return;
    const link = await makeUndoLink(db, settings.publicUrl, changeId);
    await mail.send({ to: email, ...writeMail(settings, language, kind, { link }), code: '' });
    return;
  }
  if (phone === null || !texts) return;
  const link = await makeUndoLink(db, settings.publicUrl, changeId);
  const answer = await texts.send({ to: phone, body: changeText(settings, language, kind, link) });
  if (answer.outcome === 'dropped') {
    log.warn({ why: answer.why }, 'a message about a changed account was not sent');
  }
  if (answer.outcome !== 'later') return;
  const planned = retryAt(clock, job.attempts);
  const named = addMs(clock.now(), (answer.retryAfter ?? 0) * 1000);
  return { againAt: named > planned ? named : planned };
}

/**
 * Notifies the contacts of a deleted account. The function tries only once, because the database must not store these
 * contacts for a retry. The message has no undo link.
 */
export async function sendDeletionMessage(
  { settings, mail, texts, log }: Pick<Dependencies, 'settings' | 'mail' | 'texts' | 'log'>,
  { phone, email, email_confirmed_at: confirmedAt, language }: Contacts & Pick<UserRow, 'language'>,
): Promise<void> {
  const sent = await Promise.allSettled([
    phone && texts?.send({ to: phone, body: changeText(settings, language, 'deleted', '') }),
    email && confirmedAt && mail
      ? mail.send({ to: email, ...writeMail(settings, language, 'deleted', {}), code: '' })
      : null,
  ]);
  const isLost = sent.some(
    (one) =>
      one.status === 'rejected' ||
      (typeof one.value === 'object' && one.value !== null && one.value.outcome !== 'sent'),
  );
  if (isLost) {
    log.warn('a message about a deleted account was not sent');
  }
}
